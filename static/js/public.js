// Small helps on the public pages; everything works without them. Clocks are js/clock.js's.
//   [data-find]       hides rows of people who do not match while one types; Enter asks the server, which knows clubs and
//                     countries too. Those it found stay in sight when the whole ranking comes by the stream.
//   [data-find-none]  the sentence for when nobody matches.
(() => {
  const moving = document.getElementById("moving")

  const small = (text) => text.trim().toLocaleLowerCase()
  const rows = () => [...document.querySelectorAll("[data-row]")]
  const asked = small(document.querySelector("[data-find]")?.defaultValue ?? "")
  const found = new Set(asked && rows().map((row) => row.id))

  function find() {
    const field = document.querySelector("[data-find]")
    if (!field) return
    const wanted = small(field.value)
    const matches = asked && wanted === asked ? (row) => found.has(row.id) : (row) => small(row.textContent).includes(wanted)
    let some = false
    for (const row of rows()) {
      row.hidden = wanted !== "" && !matches(row)
      some ||= !row.hidden
    }
    const none = document.querySelector("[data-find-none]")
    if (none) none.hidden = wanted === "" || some
  }

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find())
  // What one looks for is the reader's own: the field of a new state is empty.
  let typed = ""
  moving?.addEventListener("htmx:before:swap", () => (typed = document.querySelector("[data-find]")?.value ?? typed))
  moving?.addEventListener("htmx:after:swap", () => {
    const field = document.querySelector("[data-find]")
    if (field && field.value !== typed) field.value = typed
    find()
  })
})()
