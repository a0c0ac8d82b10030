// Lets a clock run: <time data-clock data-seconds="4072">1:07:52</time> counts down from what the server wrote, by the
// browser's own monotonic time, so a wrong clock on the phone does no harm. data-paused stops it, data-up counts up.
(() => {
  const started = new WeakMap()

  function text(seconds) {
    const size = Math.abs(seconds)
    const two = (n) => String(n).padStart(2, "0")
    const hours = Math.floor(size / 3600)
    const minutes = Math.floor(size / 60) % 60
    return (seconds < 0 ? "\u2212" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(size % 60)}`
  }

  function tick() {
    const now = performance.now()
    for (const clock of document.querySelectorAll("[data-clock]")) {
      let start = started.get(clock)
      if (start?.from !== clock.dataset.seconds) {
        start = { from: clock.dataset.seconds, at: now }
        started.set(clock, start)
      }
      if (clock.hasAttribute("data-paused")) continue
      const gone = Math.floor((now - start.at) / 1000)
      const said = text(Number(start.from) + (clock.hasAttribute("data-up") ? gone : -gone))
      if (clock.textContent !== said) clock.textContent = said
    }
  }

  setInterval(tick, 250)
  tick()
})()
