// Small helps on the public pages; everything works without them. Clocks are js/clock.js's.
//   [data-find]  hides rows of people who do not match while one types; Enter asks the server.
(() => {
  const moving = document.getElementById("moving")

  function find() {
    const field = document.querySelector("[data-find]")
    if (!field) return
    const wanted = field.value.trim().toLocaleLowerCase()
    for (const row of document.querySelectorAll("[data-row]")) {
      row.hidden = wanted !== "" && !row.textContent.toLocaleLowerCase().includes(wanted)
    }
  }

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find())
  moving?.addEventListener("htmx:after:swap", find)
})()
