// Pages of the deals to come are fetched from the server beforehand and kept, so that a whole game can be entered without
// the net. Everything on them (who sits where, which wind) was worked out by the server; here they are only shown.
(() => {
  const { store } = self.sixteen
  const frame = () => document.querySelector("[data-phone]")
  const root = document.documentElement
  const worker = navigator.serviceWorker

  const cookie = (name) => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1]

  function freshKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = (bytes[6] & 15) | 64
    bytes[8] = (bytes[8] & 63) | 128
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.*)$/, "$1-$2-$3-$4-$5")
  }

  // Showing ---------------------------------------------------------------------------------------------------------------

  function showPage(html) {
    const page = new DOMParser().parseFromString(html, "text/html")
    document.title = page.title
    root.lang = page.documentElement.lang
    for (const part of page.head.querySelectorAll("script[src], link[rel=stylesheet]")) {
      const address = part.getAttribute("src") ?? part.getAttribute("href")
      if (document.querySelector(`head [src="${address}"], head [href="${address}"]`)) continue
      const copy = document.createElement(part.tagName)
      for (const { name, value } of part.attributes) copy.setAttribute(name, value)
      copy.async = false // in their order, as in a page that was loaded
      document.head.append(copy)
    }
    document.body.replaceChildren(...[...page.body.children].filter((child) => child.tagName !== "SCRIPT"))
    self.htmx?.process(document.body)
    scrollTo(0, 0)
    document.dispatchEvent(new CustomEvent("page:shown"))
    document.querySelector("[role=alert]:not([hidden])")?.focus?.()
  }

  // Where no service worker can step in (plain HTTP in the hall), a kept page is shown in place of the present one.
  async function go(to, push) {
    const { table } = frame()?.dataset ?? {}
    const lost = !navigator.onLine || (table && (await store.table(table))?.trouble)
    const url = new URL(to, location.href)
    const kept = lost && !worker?.controller ? await store.kept(url.pathname, url.searchParams) : null
    if (!kept?.html) return push ? location.assign(to) : location.replace(to)
    history[push ? "pushState" : "replaceState"](null, "", to)
    showPage(kept.html)
    await dress(url.searchParams)
  }

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a[href]")
    const door = frame()?.dataset.door
    if (!link || !door || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    const url = new URL(link.href)
    if (url.pathname !== door && !url.pathname.startsWith(`${door}/`)) return
    const seated = Number(url.searchParams.get("seated"))
    if (!seated && (worker?.controller || navigator.onLine)) return
    event.preventDefault()
    if (seated) await store.saveTable({ table: frame().dataset.table, seated })
    go(url.pathname + url.search, true)
  })
  addEventListener("popstate", () => location.reload())

  // A kept page gets what only this moment knows: a key of its own, what the address says, the newest scores.
  async function dress(query) {
    const { kept, table } = frame()?.dataset ?? {}
    const form = document.querySelector("form[data-entry]")
    const again = query.get("outbox") ? await store.get(query.get("outbox")) : null
    const typed = [...query].filter(([name]) => !["deal", "outbox", "client_key"].includes(name))
    if (form && kept) form.elements.client_key.value = freshKey()
    if (form && again) {
      for (const box of form.querySelectorAll("[type=checkbox]")) box.checked = false
      fill(form, typed.length ? [["client_key", again.key], ...typed] : again.fields)
    } else if (form && kept) fill(form, typed)
    if (!kept) return
    const theme = cookie("theme")
    if (theme) root.dataset.theme = theme
    const { scores = {} } = (await store.table(table)) ?? {}
    for (const [seat, line] of plates()) if (scores[seat]) line.innerHTML = scores[seat]
  }

  // Each plate's line of score and place, by the seat that its link names as the winner.
  const plates = () =>
    [...document.querySelectorAll('.plate:has(a[href*="winner="])')].map((plate) => [
      new URL(plate.querySelector("a").href).searchParams.get("winner"),
      plate.querySelector(".plate__line"),
    ])

  function fill(form, fields) {
    for (const [name, value] of fields) {
      for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (field.type === "radio") field.checked = field.value === value
        else if (field.type === "checkbox") field.checked = Boolean(value)
        else if (field.tagName !== "BUTTON") field.value = value
        for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }))
      }
    }
  }

  // Fetching ------------------------------------------------------------------------------------------------------------------

  async function remember() {
    const { table, door, language, theme } = { ...frame().dataset, theme: cookie("theme") ?? "" }
    const known = await store.table(table)
    const doors = [...new Set([...(known?.doors ?? []), door])]
    const scores = Object.fromEntries(plates().map(([seat, line]) => [seat, line.innerHTML]))
    const shown = Object.keys(scores).length ? { scores } : {}
    await store.saveTable({ table, door, doors, language, theme, next: now().next, held: null, trouble: "", ...shown })
    if (known?.door !== door) self.sixteen.send() // what an old link could not send goes through this one
  }

  // The deal in play, the state of the log and who sits where, as the moving part of the page says them last.
  function now() {
    const state = document.querySelector("#table [data-saved-next]") ?? frame()
    const { savedNext, next, code = "", chairs = "" } = state.dataset
    return { next: Number(savedNext ?? next), code, chairs }
  }

  // First what is the same for every deal (0), then the deals in their order, then the same in the other languages; what
  // is kept and still true is not asked for again. As soon as the next deal is there, the phone can do without the net.
  let runs = 0
  async function fetchAhead() {
    const run = ++runs
    const { table, door, language, languages, version, deals } = frame().dataset
    const { next, code, chairs } = now()
    const assets = new Set(performance.getEntriesByType("resource").map(({ name }) => new URL(name)).filter(ours).map(String))
    await store.clearPages((one) => one.table !== table || (one.version === version && (!one.deal || one.deal >= next)))
    const wanted = [0, ...Array.from({ length: Number(deals) + 2 - next }, (_, index) => next + index)]
    const tongues = [language, ...languages.trim().split(" ").filter((one) => one !== language)]
    for (const [tongue, deal] of tongues.flatMap((one) => wanted.map((deal) => [one, deal]))) {
      let bundle = await store.page(table, tongue, deal)
      const current = bundle?.chairs === chairs && (deal > next || bundle.code === code)
      if (!bundle || bundle.door !== door || bundle.version !== version || !current) {
        const answer = await fetch(`${door}/ahead/${deal}?language=${tongue}`, { priority: "low", cache: "no-store" })
        if (run !== runs || answer.status !== 200 || !answer.headers.get("Sixteen-Hands")) return
        bundle = { table, door, policy: answer.headers.get("Content-Security-Policy"), ...(await answer.json()) }
        await store.savePages(bundle)
        await new Promise((done) => setTimeout(done, tongue === language ? 120 : 1000))
      }
      for (const html of Object.values(bundle.pages)) for (const asset of assetsOf(html)) assets.add(asset)
      if (tongue !== language || deal < next) continue
      if (deal === next && worker && door.startsWith("/p/")) await keepAssets([...assets])
      root.dataset.kept = deal
      document.dispatchEvent(new CustomEvent("outbox:changed"))
    }
  }

  // The language is changed without the net as well, with everything that was typed.
  document.addEventListener("submit", async (event) => {
    const { table, kept } = frame()?.dataset ?? {}
    const language = event.submitter?.name === "language" && event.submitter.value
    if (!language || !table || (!kept && navigator.onLine)) return
    event.preventDefault()
    if (!(await store.page(table, language, 0))) return
    document.cookie = `django_language=${language}; path=/; max-age=31536000; samesite=lax`
    await store.saveTable({ table, language })
    const form = event.target.matches("[data-entry]") ? event.target : null
    const typed = [...(form ? new FormData(form) : [])].filter(([name, said]) => said && !["csrfmiddlewaretoken", "client_key"].includes(name))
    // what waits and is being changed stays the same statement, on the page of its deal
    const asked = [...new URLSearchParams(location.search)].filter(([name]) => ["deal", "outbox"].includes(name))
    go(`${form ? new URL(form.action).pathname : location.pathname}?${new URLSearchParams([...asked, ...typed])}`)
  })

  // Scripts, styles and drawings lie with the service worker; it answers when it has them all.
  async function keepAssets(keep) {
    const { active } = await worker.ready
    const channel = new MessageChannel()
    const done = new Promise((heard) => (channel.port1.onmessage = heard))
    active.postMessage({ keep }, [channel.port2])
    await done
  }

  const ours = (url) => url.origin === location.origin && url.pathname.startsWith("/static/")
  const assetsOf = (html) =>
    [...html.matchAll(/(?:href|src)="(\/static\/[^"#]+)/g)].map(([, path]) => new URL(path, location.href).href)

  let waits = 0
  function later(pause) {
    clearTimeout(waits)
    waits = setTimeout(async () => {
      if (!frame() || frame().dataset.kept) return
      await remember()
      if (frame().dataset.opens && navigator.onLine) fetchAhead().catch(() => {})
    }, pause)
  }

  if (worker && location.pathname.startsWith("/p/")) worker.register("/p/worker.js").catch(() => {})
  addEventListener("pageshow", (event) => event.persisted && location.reload()) // its form would carry a used key
  document.addEventListener("htmx:after:swap", (event) => event.target.id === "table" && later(1500))
  Object.assign(self.sixteen, { showPage, go })
  if (frame() && !frame().dataset.kept) remember().then(() => later(800))
  dress(new URLSearchParams(location.search))
})()
