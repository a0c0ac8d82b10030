// Keeps a live page honest: says how old its figures are, goes on without the stream, and shows what changed.
//
// <div id="ranking" data-live="/t/open/?part=ranking"            the same fragment over plain HTTP, with an ETag
//      hx-sse:connect="/t/open/live?view=ranking"                the stream; unnamed messages carry the fragment
//      hx-trigger="load, live:reconnect" hx-swap="innerMorph">
//   … rows that may fade and move carry id="…" and data-row …
// </div>
//
// The server sends something at least every 15 s (`event: alive` when nothing changed). After 40 s without a word the
// figures count as old: [data-live-status] and [data-live-stale] say so, and the fragment is asked for every 10 s.

(() => {
  const QUIET = 40_000
  const POLL = 10_000
  const HOLD = 4_000
  const still = matchMedia("(prefers-reduced-motion: reduce)")
  const regions = [...document.querySelectorAll("[data-live]")]
  if (!regions.length) return

  let heard = Date.now() // the last word from the server
  let polling = 0
  let stale = false
  const etags = new WeakMap()

  // How old ------------------------------------------------------------------------------------------------------

  function clockText(element, seconds) {
    const zone = element.dataset.zone || undefined
    const form = { hour: "2-digit", minute: "2-digit", second: seconds ? "2-digit" : undefined, hourCycle: "h23", timeZone: zone }
    return new Intl.DateTimeFormat("en-GB", form).format(heard)
  }

  function ageText(element, age) {
    const words = element.dataset
    return age < 90_000
      ? words.wordSeconds.replace("{n}", Math.round(age / 1000))
      : words.wordMinutes.replace("{n}", Math.round(age / 60_000))
  }

  function show() {
    const age = Date.now() - heard
    for (const element of document.querySelectorAll("[data-live-status], [data-live-stale]")) {
      if (!element.dataset.wordLive) continue
      const text = element.querySelector("[data-live-text]")
      const said = stale
        ? element.dataset.wordStale.replace("{time}", clockText(element, false)).replace("{age}", ageText(element, age))
        : `${element.dataset.wordLive} · ${clockText(element, true)}`
      if (text.textContent !== said) text.textContent = said
      if (element.hasAttribute("data-live-stale")) element.hidden = !stale
      else element.dataset.state = stale ? "stale" : "live"
    }
  }

  function contact() {
    heard = Date.now()
    stale = false
    clearInterval(polling)
    polling = 0
    show()
  }

  function tick() {
    if (!document.hidden && Date.now() - heard > QUIET) {
      stale = true
      show()
      if (!polling) {
        polling = setInterval(ask, POLL)
        ask()
      }
    }
  }

  // Without the stream -------------------------------------------------------------------------------------------

  async function ask() {
    if (document.hidden) return
    for (const region of regions) {
      try {
        const answer = await fetch(region.dataset.live, { cache: "no-cache", headers: { "HX-Request": "true" } })
        if (!answer.ok) continue
        const etag = answer.headers.get("ETag")
        if (!etag || etags.get(region) !== etag) {
          await htmx.swap({ sourceElement: region, target: region, text: await answer.text(), swap: "innerMorph" })
          etags.set(region, etag)
        }
        heard = Date.now()
        stale = false
        show()
      } catch {
        // No network: the figures stay, their age grows, the next turn asks again.
      }
      htmx.trigger(region, "live:reconnect")
    }
  }

  // What changed -------------------------------------------------------------------------------------------------

  const before = new WeakMap()
  let moved = 0

  const rows = (region) => new Map([...region.querySelectorAll("[data-row]")].map((row) => [row.id, row]))

  function remember(region) {
    const seen = new Map()
    for (const [id, row] of rows(region)) seen.set(id, { text: row.textContent, top: row.getBoundingClientRect().top })
    before.set(region, seen)
  }

  function point(region) {
    const seen = before.get(region)
    if (!seen?.size) return
    const move = !still.matches && Date.now() - moved > 2000
    for (const [id, row] of rows(region)) {
      const was = seen.get(id)
      if (!was) continue
      if (was.text !== row.textContent) {
        row.classList.remove("is-changed")
        void row.offsetWidth
        row.classList.add("is-changed")
      }
      const by = move ? was.top - row.getBoundingClientRect().top : 0
      if (Math.abs(by) > 1) {
        row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 300, easing: "ease-out" })
        moved = Date.now()
      }
    }
  }

  // A row never moves away under a finger: the new order waits until it is lifted, four seconds at most.
  const lifted = () =>
    new Promise((done) => {
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, done, { once: true })
      setTimeout(done, HOLD)
    })

  for (const region of regions) {
    let down = false
    region.addEventListener("pointerdown", () => (down = true))
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => (down = false))
    region.addEventListener("htmx:sse:before:message", (event) => {
      if (down) event.detail.waitUntil(lifted())
    })
    region.addEventListener("htmx:before:swap", (event) => {
      if (event.target !== region) return
      // An error page, or a hotel's sign-in page, in place of the stream must not be swapped over the figures.
      const answer = event.detail.ctx.response?.raw
      if (answer && !answer.headers.get("Content-Type")?.includes("text/event-stream")) event.preventDefault()
      else remember(region)
    })
    region.addEventListener("htmx:after:swap", (event) => event.target === region && point(region))
    region.addEventListener("htmx:sse:after:message", contact)
    region.addEventListener("htmx:sse:after:connection", contact)
  }

  document.addEventListener("visibilitychange", () => {
    // A phone that slept gets a moment to reconnect before anything is called old.
    if (!document.hidden) heard = Math.max(heard, Date.now() - QUIET + 5_000)
  })
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-live-retry]")) ask()
  })
  addEventListener("online", ask)

  setInterval(tick, 1000)
  show()
})()
