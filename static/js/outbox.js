// Carries every form of the table's phone (form[data-entry]): what is stated is kept on the phone before it is sent, and
// goes on being sent until the server has it. The contract of the forms stands in tournament/views/answers.py.
// No rule of the game is known here; the server says what a deal pays and what is refused.
(() => {
  const { store, send, sendNow, changed } = self.sixteen
  const PATIENCE = 6000
  const AGAIN = 10_000
  const frame = () => document.querySelector("[data-phone]")
  let address = "" // the table of a page without a frame: the calm page of a withdrawn link
  const here = () => frame()?.dataset.table || address

  // What was stated, in words -----------------------------------------------------------------------------------------

  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim()
  const words = (element) => {
    const copy = element?.cloneNode(true)
    for (const extra of copy?.querySelectorAll(".visually-hidden, .field__optional, svg") ?? []) extra.remove()
    return clean(copy?.innerText ?? copy?.textContent)
  }

  function factsOf(form, submitter) {
    const facts = [...form.querySelectorAll("[data-said]")].map((said) => ["", words(said)]) // what the page is about
    for (const field of form.elements) {
      if (!field.name || field.type === "hidden" || field.matches(":disabled") || field.tagName === "BUTTON") continue
      const chosen = field.type === "radio" || field.type === "checkbox"
      if (field.closest("[data-unsaid]") || (chosen ? !field.checked : !clean(field.value))) continue
      const label = field.labels?.[0]
      const name = words(label) || clean(label?.textContent) || field.getAttribute("aria-label") || ""
      const group = field.closest("fieldset, [role=radiogroup]")
      const head = words(group?.querySelector("legend")) || group?.getAttribute("aria-label") || ""
      facts.push(chosen ? [field.type === "radio" ? head : "", name] : [name, clean(field.selectedOptions?.[0]?.textContent ?? field.value)])
    }
    if (submitter?.name) facts.push(...[submitter.closest("li")?.firstElementChild, submitter].filter(Boolean).map((said) => ["", words(said)]))
    return facts
  }

  async function statementOf(form, submitter) {
    const data = [...new FormData(form, submitter)].filter(([, value]) => typeof value === "string")
    const fields = data.filter(([name]) => !["csrfmiddlewaretoken", "replaces", "language"].includes(name))
    const { table, door, strong } = frame().dataset
    const before = (await store.of(table)).filter(store.isOpen).at(-1)
    const follows = form.querySelector("[data-follows]")
    return {
      key: form.elements.client_key.value,
      table,
      door,
      strong: strong === "yes",
      page: new URL(form.action).pathname.slice(door.length),
      fields,
      follows: before && follows ? { field: follows.name, after: before.key } : null,
      next: Number(form.dataset.nextDeal) || 0,
      deal: Number(frame().dataset.next) || 0,
      title: words(document.querySelector("h1")),
      facts: factsOf(form, submitter),
      at: Date.now(),
      state: "waiting",
    }
  }

  // What was refused on this very form and left there is said again by filling it in anew.
  const refusedBefore = async ({ table, page, deal }) =>
    (await store.of(table)).find(
      (one) => one.state === "refused" && one.attended && one.answer.status === 422 && one.page === page && one.deal === deal,
    )?.key

  // One press, one statement --------------------------------------------------------------------------------------------

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-entry]")
    if (!form || form.dataset.plain || event.submitter?.name === "language") return
    event.preventDefault()
    if (form.dataset.sending) return
    form.dataset.sending = "yes"
    event.submitter?.setAttribute("aria-busy", "true")
    pill("saving")
    let statement
    try {
      statement = await statementOf(form, event.submitter)
      await store.put(statement, form.elements.replaces?.value || (await refusedBefore(statement)))
    } catch {
      form.dataset.plain = "yes" // a browser that keeps nothing: the plain form works as ever
      form.requestSubmit(event.submitter)
      return
    }
    changed()
    const now = (await sendNow(statement.key, PATIENCE)) ?? statement
    if (now.state === "refused" && now.answer.page) open(now)
    else self.sixteen.go(now.state === "saved" ? form.dataset.done : frame().dataset.door)
  })

  // The server's page of a refusal: the form with what was typed, or both versions side by side.
  function open(statement) {
    self.sixteen.showPage(statement.answer.page)
    for (const link of document.querySelectorAll("[data-settle]")) link.dataset.key = statement.key
    for (const form of document.querySelectorAll("form[data-entry]")) replacing(form, statement.key)
    show()
  }

  function replacing(form, key) {
    if (form.elements.replaces || form.elements.client_key.value === key) return
    const field = Object.assign(document.createElement("input"), { type: "hidden", name: "replaces", value: key })
    form.append(field)
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-settle]")
    if (!link?.dataset.key) return
    event.preventDefault()
    if (link.dataset.settle === "keep") await store.update(link.dataset.key, { state: "dropped", settled: Date.now() })
    changed()
    const to = new URL(link.href)
    if (link.dataset.settle === "restate") to.searchParams.set("replaces", link.dataset.key)
    self.sixteen.go(to.pathname + to.search)
  })

  // What is saved, waiting, offline: always in the same corner ----------------------------------------------------------

  function pill(state, count = 0) {
    const place = document.querySelector("[data-saved]")
    const drawn = document.querySelector(`template[data-pill="${state}"]`)
    if (!place || !drawn || place.dataset.shows === `${state} ${count}`) return
    const copy = drawn.content.cloneNode(true)
    for (const number of copy.querySelectorAll("[data-count]")) number.textContent = number.textContent.replace("{n}", count)
    place.replaceChildren(copy)
    place.dataset.shows = `${state} ${count}`
  }

  let heard = false // the net came back while this page was shown
  async function show() {
    const table = here()
    const list = table ? await store.of(table) : []
    const known = table ? await store.table(table) : null
    const [waits, settle] = [store.waiting(list).length, store.refused(list).length]
    const offline = !navigator.onLine || known?.trouble === "offline"
    if (document.querySelector("form[data-sending]")) return
    if (settle) pill("settle", settle)
    else if (offline) pill(waits ? "kept" : "offline", waits)
    else if (waits) pill("waiting", waits)
    // a kept page is shown where the net did not answer, whatever the browser says of its connection
    else pill(frame()?.dataset.kept && !heard ? "offline" : "saved")
    document.documentElement.dataset.net = offline ? "offline" : "online"
    document.dispatchEvent(new CustomEvent("outbox:shown", { detail: { list, known, offline } }))
  }

  // Behind the last statement the server knows everything: look at its page, unless somebody is typing.
  async function caughtUp() {
    const list = here() ? await store.of(here()) : []
    if (!frame()?.dataset.kept || list.some(store.isOpen) || document.querySelector("form[data-entry]")) return
    if (await answers()) location.reload()
  }

  // Without a server behind the net the same kept page would come again, and again.
  async function answers() {
    try {
      const answer = await fetch("/time", { cache: "no-store" })
      return answer.ok && Number(await answer.text()) > 0
    } catch {
      return false
    }
  }

  document.addEventListener("outbox:changed", () => show().then(caughtUp))
  addEventListener("online", () => {
    heard = true
    caughtUp()
  })
  setInterval(caughtUp, AGAIN)
  for (const name of ["online", "offline", "page:shown"]) (name.includes(":") ? document : self).addEventListener(name, show)

  const asked = new URLSearchParams(location.search).get("replaces")
  for (const form of document.querySelectorAll("form[data-entry]")) if (asked) replacing(form, asked)

  Object.assign(self.sixteen, { openRefused: open, here, frame })
  store.atAddress(location.pathname).then((known) => {
    address = known?.table ?? ""
    show()
    send()
  })
})()
