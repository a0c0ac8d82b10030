// Small helps on the public pages; everything works without them.
//   [data-ends]  the end of a round in epoch seconds becomes a running clock (js/clock.js), by the server's time:
//                [data-now] of the page, and every "clock" event of the stream.
//   [data-find]  hides rows of people who do not match while one types; Enter asks the server.
(() => {
  const moving = document.getElementById("moving")
  let offset = moving ? Number(moving.dataset.now) * 1000 - Date.now() : 0

  function clocks() {
    for (const time of document.querySelectorAll("[data-ends]")) {
      const left = Math.round(Number(time.dataset.ends) - (Date.now() + offset) / 1000)
      time.dataset.seconds = left
      time.dataset.clock = ""
      const label = time.closest(".stat")?.querySelector("[data-ends-label]")
      if (label) label.textContent = label.dataset.endsLabel
    }
  }

  function find() {
    const field = document.querySelector("[data-find]")
    if (!field) return
    const wanted = field.value.trim().toLocaleLowerCase()
    for (const row of document.querySelectorAll("[data-row]")) {
      row.hidden = wanted !== "" && !row.textContent.toLocaleLowerCase().includes(wanted)
    }
  }

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find())
  moving?.addEventListener("clock", (event) => {
    offset = Number(event.detail.data) * 1000 - Date.now()
    clocks()
  })
  moving?.addEventListener("htmx:after:swap", () => {
    clocks()
    find()
  })
  clocks()
})()
