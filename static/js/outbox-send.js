// Sends what waits: in order, one after the other, one sender a table however many tabs are open. A statement leaves
// the outbox only by the server's own 201; without the net, or when something else answers, it waits and is tried again.
(() => {
  const { store } = self.sixteen
  const LIMIT = 20_000
  const PAUSES = [1, 2, 4, 8, 15, 30, 60]
  const watched = new Set() // keys whose form is still on the screen
  const channel = self.BroadcastChannel ? new BroadcastChannel("sixteen-hands") : null
  let tries = 0
  let timer = 0

  function changed(silent) {
    document.dispatchEvent(new CustomEvent("outbox:changed"))
    if (!silent) channel?.postMessage("changed")
  }
  channel?.addEventListener("message", () => changed(true))

  // One sender a table. Without Web Locks (a plain-HTTP hall network) tabs may overlap: keys make that harmless.
  let turn = Promise.resolve()
  const alone = (name, work) =>
    navigator.locks ? navigator.locks.request(`outbox ${name}`, work) : (turn = turn.then(work, work))

  const cookie = (name) =>
    document.cookie.split("; ").map((pair) => pair.split("=")).find(([key]) => key === name)?.[1] ?? ""

  // saved, refused or held as the server says; trouble when nobody, or somebody else, answered.
  async function post(statement, door, fields) {
    let answer
    try {
      answer = await fetch(door + statement.page, {
        method: "POST",
        body: new URLSearchParams(fields),
        headers: { "X-Outbox": "1", "X-CSRFToken": cookie("csrftoken") },
        redirect: "manual",
        cache: "no-store",
        signal: AbortSignal.timeout?.(LIMIT),
      })
      if (answer.headers.get("Sixteen-Hands")) return await answer.json()
    } catch {
      return { state: "trouble", kind: answer ? "stranger" : "offline" }
    }
    if (answer.status === 403) await fetch(door, { cache: "no-store" }).catch(() => {}) // brings a fresh token
    return { state: "trouble", kind: answer.status >= 500 ? "server" : "stranger" }
  }

  // What a statement names the state by, when the statement before it waited as well.
  async function settled(statement) {
    if (!statement.follows) return statement.fields
    const before = await store.get(statement.follows.after)
    const fact = before?.answer?.last_fact
    if (before?.state !== "saved" || !fact) return statement.fields
    return statement.fields.map(([name, value]) => (name === statement.follows.field ? [name, String(fact)] : [name, value]))
  }

  async function drain(table) {
    for (;;) {
      const open = (await store.of(table)).filter(store.isOpen)
      const head = open[0]
      if (!head || head.state === "refused") return "done" // whoever opens the list settles it first
      const known = await store.table(table)
      const door = head.strong ? head.door : known?.door ?? head.door
      const answer = await post(head, door, await settled(head))
      if (answer.state === "trouble") {
        await store.saveTable({ table, trouble: answer.kind })
        changed()
        return "again"
      }
      if (answer.state === "held") {
        await store.saveTable({ table, trouble: "", held: { code: answer.code, messages: answer.messages } })
        changed()
        return "held"
      }
      await store.saveTable({ table, trouble: "", held: null })
      await store.update(head.key, { state: answer.state, answer, attended: watched.has(head.key), settled: Date.now() })
      changed()
    }
  }

  async function send() {
    clearTimeout(timer)
    const open = (await store.all()).filter((one) => one.state === "waiting")
    let again = false
    for (const table of new Set(open.map((one) => one.table))) {
      if ((await alone(table, () => drain(table))) === "again") again = true
    }
    if (again) timer = setTimeout(send, 1000 * PAUSES[Math.min(tries++, PAUSES.length - 1)])
    else tries = 0
  }

  // Send, and say what became of one statement while its form is on the screen.
  async function sendNow(key, patience) {
    watched.add(key)
    await Promise.race([send(), new Promise((done) => setTimeout(done, patience))])
    watched.delete(key)
    return store.get(key)
  }

  function soon() {
    tries = 0
    send()
  }
  addEventListener("online", soon)
  addEventListener("pageshow", soon)
  document.addEventListener("visibilitychange", () => document.hidden || soon())

  Object.assign(self.sixteen, { send: soon, sendNow, changed })
})()
