// What a phone keeps: every statement it made, the tables it was at, and pages of deals to come. IndexedDB, so that a
// reload or an empty battery loses nothing. Shared by the pages and by the service worker.
//
// A statement: { key, order, table, door, page, fields: [[name, value]], follows, next, deal, title, facts, at,
//                state: "waiting" | "refused" | "saved" | "dropped" | "replaced", attended, answer }
(() => {
  const NAME = "sixteen-hands"
  let opened

  function database() {
    opened ??= new Promise((done, fail) => {
      const request = indexedDB.open(NAME, 1)
      request.onupgradeneeded = () => {
        const base = request.result
        base.createObjectStore("statements", { keyPath: "key" }).createIndex("table", "table")
        base.createObjectStore("tables", { keyPath: "table" })
        base.createObjectStore("pages", { keyPath: ["table", "language", "deal"] })
      }
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close()
        done(request.result)
      }
      request.onerror = () => fail(request.error)
    })
    return opened
  }

  // One transaction: work(store) makes requests; the promise holds what the last request brought, once it is on disk.
  async function within(name, mode, work) {
    const base = await database()
    return new Promise((done, fail) => {
      const transaction = base.transaction(name, mode, { durability: "strict" })
      let result
      const keep = (request) => {
        request.onsuccess = () => (result = request.result)
      }
      work(transaction.objectStore(name), keep)
      transaction.oncomplete = () => done(result)
      transaction.onerror = transaction.onabort = () => fail(transaction.error)
    })
  }

  const read = (name, ask) => within(name, "readonly", (store, keep) => keep(ask(store)))
  const byOrder = (list) => list.sort((one, other) => one.order - other.order)

  const all = async () => byOrder(await read("statements", (store) => store.getAll()))
  const of = async (table) => byOrder(await read("statements", (store) => store.index("table").getAll(table)))
  const get = (key) => read("statements", (store) => store.get(key))

  // The place in the order is taken in the same transaction, so two tabs never take the same one. A statement that is
  // said again (same key, or one that replaces another) keeps its place.
  const put = (statement, replaces) =>
    within("statements", "readwrite", (store) => {
      store.getAll().onsuccess = ({ target }) => {
        const known = target.result
        const old = known.find((one) => one.key === (replaces || statement.key))
        const last = known.reduce((highest, one) => Math.max(highest, one.order), 0)
        store.put({ ...statement, order: old && !isDone(old) ? old.order : last + 1 })
        if (old && old.key !== statement.key) store.put({ ...old, state: "replaced", by: statement.key })
      }
    })

  const change = (name, key, patch) =>
    within(name, "readwrite", (store) => {
      store.get(key).onsuccess = ({ target }) => {
        if (target.result) store.put({ ...target.result, ...patch })
      }
    })

  const remove = (keys) =>
    within("statements", "readwrite", (store) => {
      for (const key of keys) store.delete(key)
    })

  const table = (id) => read("tables", (store) => store.get(id))
  const tables = () => read("tables", (store) => store.getAll())
  const saveTable = (record) =>
    within("tables", "readwrite", (store) => {
      store.get(record.table).onsuccess = ({ target }) => store.put({ ...target.result, ...record })
    })

  const page = (id, language, deal) => read("pages", (store) => store.get([id, language, deal]))
  const pages = async (id) => (await read("pages", (store) => store.getAll())).filter((one) => one.table === id)
  const savePages = (record) => within("pages", "readwrite", (store) => store.put(record))
  const clearPages = (keep) =>
    within("pages", "readwrite", (store) => {
      store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor) return
        if (!keep(cursor.value)) cursor.delete()
        cursor.continue()
      }
    })

  // What follows from a list of statements -------------------------------------------------------------------------

  const isDone = (one) => ["saved", "dropped", "replaced"].includes(one.state)
  const isOpen = (one) => one.state === "waiting" || (one.state === "refused" && !one.attended)
  const refused = (list) => list.filter((one) => one.state === "refused")
  const waiting = (list) => list.filter((one) => one.state === "waiting")

  // The deal that the phone goes on with behind everything that waits; 0 when nothing does.
  const goesOn = (list) => list.filter(isOpen).reduce((deal, one) => Math.max(deal, one.next || one.deal || 0), 0)

  // Which table an address belongs to, from what was seen before.
  const atAddress = async (path) =>
    (await tables()).find(({ doors }) => doors?.some((door) => path === door || path.startsWith(`${door}/`)))

  // The page that was kept for an address: of the deal asked for, or of the one that the phone goes on with.
  // "offline" is what stands where nothing was kept.
  async function kept(path, query = new URLSearchParams()) {
    const known = await atAddress(path)
    if (!known) return null
    const deal = Number(query.get("deal")) || goesOn(await of(known.table)) || known.next
    const always = await page(known.table, known.language, 0)
    const there = await page(known.table, known.language, deal)
    if (!always) return null
    const [pages, { policy }] = [{ ...always.pages, ...there?.pages }, always]
    const seated = Number(query.get("seated")) || known.seated
    // a dispute is a page of its own: the one on which the four agree must never send it
    const asked = query.get("say") === "dispute" ? `${path}?say=dispute&seat=${query.get("seat")}` : path
    const html = (seated === deal && pages[`${path}?seated=${deal}`]) || pages[asked]
    return { html: html || pages.offline, deal, policy, missing: !html }
  }

  self.sixteen = {
    store: {
      all, of, get, put, remove, table, tables, saveTable, page, pages, savePages, clearPages, atAddress, kept,
      update: (key, patch) => change("statements", key, patch),
      isDone, isOpen, refused, waiting, goesOn,
    },
  }
})()
