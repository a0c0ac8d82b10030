// Lets clocks run. Nothing is sent each second: a page holds what was said about the clock (components/clock.html), and
// the time is worked out here against the server's own, measured in a few round trips. What others may ask:
//   hallTime.now()      the server's time in milliseconds
//   [data-clock]        data-phase, data-ends (ms), data-left (s), data-warnings (s before the end), data-overrun
//   [data-clock-when]   shown in one phase of the clock it stands in (or of the first clock of the page)
//   [data-from], [data-until]   shown for a time only (announcements)
//   [data-server-time]  the server's time of day in data-zone
(() => {
  const ROUNDS = 5
  const AGAIN = 120_000
  const SHOWN = 15_000
  let offset = null // what performance.now() lacks to the server's time
  let drift = 0

  // The server's time --------------------------------------------------------------------------------------------

  async function measure() {
    const found = []
    for (let round = 0; round < ROUNDS; round++) {
      try {
        const sent = performance.now()
        const answer = await fetch("/time", { cache: "no-store" })
        const server = Number(await answer.text())
        const got = performance.now()
        if (answer.ok && server > 0) found.push(server - (sent + got) / 2)
      } catch {
        break // no network: the last measure holds
      }
    }
    if (found.length) {
      offset = found.sort((a, b) => a - b)[Math.floor(found.length / 2)]
      keep(offset + performance.now() - Date.now())
    }
    drift = Date.now() - performance.now()
    tick()
  }

  // By how much this device's clock is wrong holds for the next page too, also when that has no network.
  function keep(wrong) {
    try {
      localStorage.setItem("clock", wrong)
    } catch {} // a browser that keeps nothing measures on every page
  }

  function recall() {
    try {
      const wrong = localStorage.getItem("clock")
      if (wrong !== null && Number.isFinite(Number(wrong))) offset = Date.now() + Number(wrong) - performance.now()
    } catch {}
  }

  const known = () => offset !== null
  const now = () => (known() ? performance.now() + offset : Date.now())
  window.hallTime = { now, known }

  // A machine that slept, or whose clock was set, measures again.
  setInterval(() => Math.abs(Date.now() - performance.now() - drift) > 2000 && measure(), 5000)
  setInterval(measure, AGAIN)
  document.addEventListener("visibilitychange", () => document.hidden || measure())
  addEventListener("online", measure)
  setTimeout(() => known() || tick(true), 3000) // never heard of the server: better this device's time than none

  // The figures --------------------------------------------------------------------------------------------------

  function text(seconds) {
    const size = Math.abs(seconds)
    const two = (n) => String(n).padStart(2, "0")
    const hours = Math.floor(size / 3600)
    const minutes = Math.floor(size / 60) % 60
    return (seconds < 0 ? "\u2212" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(size % 60)}`
  }

  const write = (element, said) => element && element.textContent !== said && (element.textContent = said)
  const examples = new WeakMap()

  function leftOf(clock) {
    const { phase, ends, left } = clock.dataset
    if (phase === "paused" || phase === "waiting") return Number(left) * 1000
    if (ends) return Number(ends) - now()
    if (!examples.has(clock)) examples.set(clock, now() + Number(left) * 1000)
    return examples.get(clock) - now()
  }

  const before = new WeakMap()

  function show(clock) {
    const left = leftOf(clock)
    let phase = clock.dataset.phase
    if (phase === "running" && left <= 0) phase = "over"
    const seconds = Math.ceil(left / 1000)
    const figure = clock.querySelector("[data-clock-text]")
    if (phase === "waiting") write(figure, "–:––")
    else write(figure, text(phase === "over" && !("overrun" in clock.dataset) ? 0 : seconds))
    const warnings = (clock.dataset.warnings || "").split(",").map(Number).filter(Boolean)
    const passed = warnings.filter((warning) => left <= warning * 1000)
    const level = phase === "over" ? "over" : phase === "running" && passed.length ? String(passed.length) : ""
    if (clock.dataset.level !== level) clock.dataset.level = level
    const was = before.get(clock)
    before.set(clock, { phase, passed: passed.length, ends: clock.dataset.ends })
    if (was) signal(was, phase, passed, left)
    for (const element of document.querySelectorAll("[data-clock-when]")) {
      const scope = element.closest("[data-clock-scope]") || document
      if ((element.closest("[data-clock]") || scope.querySelector("[data-clock]")) !== clock) continue
      const hidden = !element.dataset.clockWhen.split(" ").includes(phase)
      if (element.hidden !== hidden) element.hidden = hidden
    }
    return phase === "running" || phase === "over" ? ((left % 1000) + 1000) % 1000 : 1000
  }

  function tick(anyway = false) {
    if (!known() && anyway !== true) return
    let wait = 1000
    for (const clock of document.querySelectorAll("[data-clock]")) wait = Math.min(wait, show(clock) || 1000)
    const time = now()
    for (const element of document.querySelectorAll("[data-from], [data-until]")) {
      const { from, until } = element.dataset
      const hidden = (from && time < Number(from)) || (until && time >= Number(until))
      if (element.hidden !== Boolean(hidden)) element.hidden = Boolean(hidden)
    }
    for (const element of document.querySelectorAll("[data-server-time]")) {
      const form = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: element.dataset.zone || undefined }
      write(element, new Intl.DateTimeFormat("en-GB", form).format(time))
    }
    clearTimeout(tick.next)
    tick.next = setTimeout(tick, Math.min(wait + 5, 1000), anyway)
  }

  // The signals --------------------------------------------------------------------------------------------------

  function signal(was, phase, passed, left) {
    if (phase === "over" && was.phase === "running") return give("over", 3)
    if (phase === "paused" && was.phase === "running") return give("paused", 1)
    if (phase === "running" && was.phase === "paused") return give("resumed", 1)
    if (phase === "running" && passed.length > was.passed) return give(String(Math.min(...passed)), 1)
  }

  let shown = 0
  function give(what, strokes) {
    const place = document.querySelector("[data-clock-signal]")
    const words = place?.querySelector(`[data-clock-word="${what}"]`)
    if (words) {
      place.dataset.kind = what
      place.querySelector("[data-clock-said]").textContent = words.textContent
      place.hidden = false
      clearTimeout(shown)
      shown = setTimeout(() => (place.hidden = true), SHOWN)
    }
    document.dispatchEvent(new CustomEvent("clock:signal", { detail: what }))
    for (let stroke = 0; stroke < strokes; stroke++) gong(stroke * 0.9)
  }
  document.addEventListener("click", (event) => {
    const place = event.target.closest("[data-clock-signal]")
    if (place) place.hidden = true
  })

  // The sound: two soft tones of a gong, made here. Browsers allow it after a tap only.
  let audio = null
  const wanted = () => localStorage.getItem("clock-sound") === "on"

  function gong(after = 0) {
    if (!wanted() || audio?.state !== "running") return
    const begin = audio.currentTime + after
    for (const [pitch, loud] of [[523.25, 0.5], [784, 0.25]]) {
      const tone = audio.createOscillator()
      const volume = audio.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.0001, begin)
      volume.gain.exponentialRampToValueAtTime(loud, begin + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, begin + 1.4)
      tone.connect(volume).connect(audio.destination)
      tone.start(begin)
      tone.stop(begin + 1.5)
    }
  }
  document.addEventListener("hall:sound", () => gong())

  async function allow() {
    if (!wanted() || !window.AudioContext) return
    audio ??= new AudioContext()
    if (audio.state === "suspended") await audio.resume()
    switches()
  }

  function switches() {
    for (const button of document.querySelectorAll("[data-clock-sound]")) {
      button.hidden = !window.AudioContext
      button.setAttribute("aria-pressed", String(wanted()))
      button.dataset.waits = String(wanted() && audio?.state !== "running")
    }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-clock-sound]")
    if (!button) return
    localStorage.setItem("clock-sound", wanted() ? "off" : "on")
    await allow()
    switches()
    gong()
  })
  document.addEventListener("pointerdown", allow, { passive: true })
  document.addEventListener("keydown", allow)

  // A phone says when a form was pressed, so that what is sent after the bell counts by its own time.
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target.closest("form[data-entry]")
      if (!form || !known()) return
      let field = form.querySelector('[name="entered_at"]')
      if (!field) {
        field = Object.assign(document.createElement("input"), { type: "hidden", name: "entered_at" })
        form.append(field)
      }
      if (!field.value) field.value = String(Math.round(now()))
    },
    true,
  )

  document.addEventListener("htmx:after:swap", () => {
    switches()
    tick()
  })
  switches()
  recall()
  tick()
  measure()
})()
