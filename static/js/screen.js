// A hall screen: one page after another (data-slide), each for data-seconds; a small shift with every page, so that nothing
// burns in; arrows and the space bar for whoever stands at the laptop. What is new comes by the stream (js/live.js).
(() => {
  const hall = document.getElementById("hall")
  const seconds = Number(hall.dataset.seconds) || 12
  let now = ""
  let turn = 0
  let held = false
  let next = 0

  hall.classList.add("is-rotating")
  hall.style.setProperty("--seconds", `${seconds}s`)

  const slides = () => [...hall.querySelectorAll("[data-slide]")].filter((slide) => !isEmpty(slide))

  // A page of announcements that are all still to come, or over, is left out.
  function isEmpty(slide) {
    const told = [...slide.querySelectorAll(".told__one")]
    return slide.classList.contains("slide--notices") && told.every((one) => one.hidden)
  }

  function show(key) {
    now = key
    for (const slide of hall.querySelectorAll("[data-slide]")) {
      const on = slide.dataset.slide === key
      slide.classList.toggle("is-on", on)
      slide.inert = !on
    }
  }

  function go(by) {
    const all = slides()
    if (!all.length) return
    const at = all.findIndex((slide) => slide.dataset.slide === now)
    show(all[(Math.max(at, by > 0 ? -1 : 0) + by + all.length) % all.length].dataset.slide)
    hall.dataset.shift = String(++turn % 4)
    clearTimeout(next)
    if (!held) next = setTimeout(go, seconds * 1000, 1)
  }

  // What came by the stream has no page on: the same one goes on, or the next where it is gone.
  hall.addEventListener("htmx:after:swap", () => {
    if (slides().some((slide) => slide.dataset.slide === now)) show(now)
    else go(1)
  })

  addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") go(1)
    else if (event.key === "ArrowLeft") go(-1)
    else if (event.key === " " && !event.target.closest("button")) {
      held = !held
      event.preventDefault()
      if (held) clearTimeout(next)
      else go(1)
    } else if (event.key === "f") document.documentElement.requestFullscreen?.()
  })

  // A pointer that was left somewhere on the picture shows neither itself nor the switches, which cover a corner of it.
  let resting = 0
  for (const name of ["pointermove", "pointerdown"]) {
    addEventListener(name, () => {
      document.body.classList.add("is-at-hand")
      clearTimeout(resting)
      resting = setTimeout(() => document.body.classList.remove("is-at-hand"), 4000)
    })
  }

  // The screen stays awake; a browser that lets go of that takes it again when the page is seen.
  async function awake() {
    try {
      if (!document.hidden) await navigator.wakeLock?.request("screen")
    } catch {
      // Not allowed here: the laptop's own settings decide.
    }
  }
  document.addEventListener("visibilitychange", awake)
  awake()
  go(1)
})()
