// The list of what this phone has stated: what is to be settled, what waits, what the server has. Each can be opened;
// nothing is ever taken out but by hand, and even then it stays in the log that can be downloaded.
(() => {
  const { store, send, changed, openRefused, here, frame } = self.sixteen
  const SHORT = 6
  const box = () => document.querySelector("[data-outbox]")
  const language = () => document.documentElement.lang.toLowerCase()
  const inWords = (messages) => messages?.[language()] ?? messages?.en ?? ""
  const clock = (at) => new Date(at).toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
  const short = ({ facts }) => facts.filter(([, said]) => said !== "0").slice(0, SHORT).map(([, said]) => said).join(" · ")

  function row(statement, words) {
    const item = box().querySelector("[data-outbox-row]").content.cloneNode(true)
    const at = (name) => item.querySelector(`[data-${name}]`)
    const { state, answer, title, facts, key } = statement
    at("title").textContent = title
    at("short").textContent = short(statement)
    at("when").textContent = clock(statement.at)
    at("why").hidden = state !== "refused"
    if (state === "refused") at("why").textContent = inWords(answer.messages)
    for (const [label, said] of facts) {
      const [head, text] = [document.createElement("dt"), document.createElement("dd")]
      head.textContent = label
      text.textContent = said
      at("facts").append(head, text)
    }
    at("done").hidden = !store.isDone(statement)
    at("done").textContent = (words[state] ?? "").replace("{code}", answer?.code ?? "")
    at("do").hidden = store.isDone(statement)
    item.querySelector('[data-outbox-do="open"]').hidden = state !== "refused" || !answer.page
    const change = at("outbox-change")
    change.hidden = state !== "waiting" || !frame()
    if (frame()) change.href = `${frame().dataset.door}${statement.page}?${new URLSearchParams({ deal: statement.deal, outbox: key })}`
    item.querySelector("li").dataset.key = key
    item.querySelector("details").open = state === "refused"
    return item
  }

  function group(name, statements, words) {
    const place = box().querySelector(`[data-group="${name}"]`)
    place.hidden = !statements.length
    const opened = new Set([...place.querySelectorAll("details[open]")].map((one) => one.closest("li").dataset.key))
    place.querySelector("ol").replaceChildren(...statements.map((one) => row(one, words)))
    for (const item of place.querySelectorAll("li")) if (opened.has(item.dataset.key)) item.firstElementChild.open = true
  }

  document.addEventListener("outbox:shown", ({ detail: { list, known } }) => {
    lastKept(list)
    if (!box()) return
    const words = {}
    for (const word of box().querySelector("[data-outbox-words]").content.querySelectorAll("[data-word]")) {
      words[word.dataset.word] = word.textContent
    }
    const open = list.filter((one) => !store.isDone(one))
    group("settle", store.refused(list), words)
    group("waiting", store.waiting(list), words)
    group("done", list.filter(store.isDone).reverse(), words)
    box().querySelector('[data-group="none"]').hidden = open.length > 0
    box().querySelector("[data-outbox-held]").hidden = !(known?.held && open.length)
    box().querySelector("[data-outbox-why]").textContent = inWords(known?.held?.messages)
    box().querySelector("[data-outbox-stranger]").hidden = known?.trouble !== "stranger" || !open.length
    box().querySelector("[data-outbox-ready]").hidden = !document.documentElement.dataset.kept && !frame()?.dataset.kept
    box().hidden = !list.length && !frame()
  })

  function lastKept(list) {
    const last = list.filter(store.isOpen).at(-1)
    for (const place of document.querySelectorAll("[data-last-kept]")) {
      place.hidden = !last
      if (!last) continue
      place.querySelector("[data-title]").textContent = last.title
      place.querySelector("[data-short]").textContent = short(last)
    }
  }

  async function download() {
    const [table, round, number] = [here(), ...here().split("/").slice(1)]
    const statements = (await store.of(table)).map(({ table: _, door, answer, ...rest }) => ({
      ...rest,
      answer: answer && { state: answer.state, code: answer.code, sequence: answer.sequence, hash: answer.hash },
    }))
    const log = { format: "sixteen-hands/table-log/1", tournament: table.split("/")[0], round: Number(round), table: Number(number) }
    const text = JSON.stringify({ ...log, made_at: new Date().toISOString(), statements }, null, 1)
    const link = document.createElement("a")
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }))
    link.download = `${table.replaceAll("/", "-")}.json`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-outbox-do]")
    if (!button) return
    const wish = button.dataset.outboxDo
    const key = button.closest("li")?.dataset.key
    if (wish === "send") send()
    if (wish === "download") download()
    if (wish === "open") openRefused(await store.get(key))
    if (wish === "drop") {
      button.hidden = true
      button.parentElement.querySelector('[data-outbox-do="really"]').hidden = false
    }
    if (wish === "really") {
      await store.update(key, { state: "dropped", settled: Date.now() })
      changed()
      send()
    }
  })

  // What the server has stays for the round, so that the log is whole; after a week it goes.
  async function tidy() {
    const old = Date.now() - 7 * 24 * 3600 * 1000
    const gone = (await store.all()).filter((one) => store.isDone(one) && one.at < old)
    if (gone.length) await store.remove(gone.map((one) => one.key))
  }
  tidy()
  changed(true)
})()
