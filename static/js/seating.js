// Taps and drags on the desk's seatings. Every tap is a link and every button a form, so the page works without this;
// here the answer of the server takes the place of the page's middle, and neither scroll position nor focus moves.
// No rule of a seating stands here: what a swap would do is what the server says of it.
(() => {
  const main = document.getElementById("main")
  if (!main || !window.fetch) return
  const narrow = matchMedia("(max-width: 1099px)")
  let asked = 0

  async function show(address, options = {}) {
    const turn = ++asked
    // the name or table that this is about: a link says it behind its #, a form is about the one that is held
    const about = new URL(address, location).hash.slice(1) || main.querySelector(".is-held a, .is-asked h2 a")?.id || ""
    main.setAttribute("aria-busy", "true")
    try {
      const answer = await fetch(address, { credentials: "same-origin", ...options })
      const page = new DOMParser().parseFromString(await answer.text(), "text/html")
      const middle = page.getElementById("main")
      if (turn !== asked) return
      if (!middle) {
        location.assign(answer.url)
        return
      }
      // a refused form is answered in place: its address stays the page's
      if (answer.ok && answer.url !== location.href) history.pushState({ seating: true }, "", answer.url)
      const stood = about && topOf(about)
      await htmx.swap({ sourceElement: main, target: main, text: middle.innerHTML, swap: "innerMorph" })
      grab()
      if (about) stay(about, stood)
      if (about.startsWith("table-")) main.querySelector("#why")?.focus({ preventScroll: true })
      if (document.activeElement === document.body) document.getElementById(about)?.focus({ preventScroll: true })
      if (!answer.ok || middle.querySelector(".messages")) main.querySelector(".messages")?.scrollIntoView({ block: "nearest" })
    } catch {
      location.assign(typeof address === "string" ? address : location.href)
    } finally {
      main.removeAttribute("aria-busy")
    }
  }

  const topOf = (id) => document.getElementById(id)?.getBoundingClientRect().top

  // What comes and goes above the name moves the page along, never the name. On a phone the answer opens at the foot of
  // the screen, and a name behind it comes up just far enough to be seen.
  function stay(id, stood) {
    const now = topOf(id)
    if (now === undefined || stood === undefined) return
    const panel = narrow.matches && main.querySelector("#asked")
    const lowest = panel ? panel.getBoundingClientRect().top - 52 : Infinity
    scrollBy({ top: now - Math.min(stood, lowest), behavior: "instant" })
  }

  main.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-tap]")
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    show(link.href)
  })

  main.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-quick]")
    if (!form) return
    event.preventDefault()
    const told = new URLSearchParams(new FormData(form, event.submitter))
    show(form.getAttribute("action") || location.href, { method: "POST", body: told })
  })

  document.addEventListener("keydown", (event) => {
    const back = event.key === "Escape" && main.querySelector("[data-put-back]")
    if (back) show(back.href)
  })

  addEventListener("popstate", () => show(location.href))

  // Dragging a name onto another asks the same question as tapping both.
  const mouse = matchMedia("(pointer: fine)")
  let dragged = null

  function grab() {
    for (const seat of main.querySelectorAll("[data-seat]")) {
      seat.draggable = mouse.matches
      const link = seat.querySelector("a")
      if (link) link.draggable = false
    }
  }

  const seatOf = (event) => event.target.closest?.("[data-seat]")

  main.addEventListener("dragstart", (event) => {
    dragged = seatOf(event)
    if (!dragged) return
    event.dataTransfer.effectAllowed = "move"
    event.dataTransfer.setData("text/plain", dragged.dataset.seat)
  })
  main.addEventListener("dragover", (event) => {
    const seat = seatOf(event)
    if (!dragged || !seat || seat === dragged) return
    event.preventDefault()
    seat.classList.add("is-over")
  })
  main.addEventListener("dragleave", (event) => seatOf(event)?.classList.remove("is-over"))
  main.addEventListener("dragend", () => { dragged = null })
  main.addEventListener("drop", (event) => {
    const seat = seatOf(event)
    if (!dragged || !seat) return
    event.preventDefault()
    seat.classList.remove("is-over")
    const address = new URL(location.href)
    address.search = new URL(seat.querySelector("a").href).search
    address.searchParams.set("hold", dragged.dataset.seat)
    address.searchParams.set("with", seat.dataset.seat)
    show(address.href)
  })

  grab()
})()
