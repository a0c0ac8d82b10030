// A leaderboard for one reader: whom they follow, and the order they read it in. Nothing of it leaves the device.
//
//   .follow              a star that remembers its player; on a player's page with data-follow="17". Those one follows
//                        stand once more in <tbody id="following">, above the ranking.
//   a.sort[data-sort]    the order of a column, best first; again: the other way round; a third time: the ranking.
//                        data-low marks columns whose lowest value comes first. A new state keeps the order, and so does a
//                        page whose address asks for one.
//   select[data-order]   the same on a phone, where the heads of the columns are not shown.
//   a[data-why]          why equals stand as they stand, opened beside the ranking instead of as a page.
//   a[data-as-shown]     a file in the order and with the people that are shown.
//
// It must come before js/live.js: rows are put in order before that looks how far each has moved.

(() => {
  const moving = document.getElementById("moving")
  if (!moving) return
  const key = `follow:${location.pathname.split("/")[2]}`
  const body = () => document.getElementById("rows")
  let sorted = fromAddress() // {name, low, back}
  let places = new Map() // the order of the server

  // Following ----------------------------------------------------------------------------------------------------

  function followed() {
    try {
      const kept = JSON.parse(localStorage.getItem(key) || "[]")
      return Array.isArray(kept) ? kept.filter(Number.isInteger) : []
    } catch {
      return []
    }
  }

  function keep(numbers) {
    try {
      localStorage.setItem(key, JSON.stringify(numbers))
    } catch {
      // A private window without storage: the star holds until the page is left.
    }
  }

  const numberOf = (star) => Number(star.dataset.follow || (star.closest("tr")?.dataset.of || star.closest("tr")?.id || "").slice(1))

  function pin() {
    const numbers = followed()
    for (const star of document.querySelectorAll('.follow[aria-pressed="true"]')) star.setAttribute("aria-pressed", "false")
    for (const row of document.querySelectorAll("#rows > .is-followed")) row.classList.remove("is-followed")
    for (const star of document.querySelectorAll(".follow[data-follow]")) {
      star.hidden = false
      star.setAttribute("aria-pressed", numbers.includes(numberOf(star)))
    }
    const above = document.getElementById("following")
    if (!above) return
    const rows = numbers.map((number) => document.getElementById(`p${number}`)).filter((row) => row?.closest("#rows"))
    rows.sort((one, two) => places.get(one.id) - places.get(two.id))
    const held = above.contains(document.activeElement) ? numberOf(document.activeElement) : 0
    above.replaceChildren(
      ...rows.map((row) => {
        row.classList.add("is-followed")
        row.querySelector(".follow")?.setAttribute("aria-pressed", "true")
        const copy = row.cloneNode(true)
        copy.removeAttribute("id")
        copy.removeAttribute("data-row")
        copy.dataset.of = row.id
        copy.hidden = false
        copy.querySelector(".tie")?.replaceChildren()
        if (copy.querySelector(".tie")) copy.querySelector(".tie").className = "tie tie--none"
        return copy
      }),
    )
    if (held) above.querySelector(`[data-of="p${held}"] .follow`)?.focus()
  }

  function toggle(star) {
    const number = numberOf(star)
    if (!number) return
    const numbers = followed()
    keep(numbers.includes(number) ? numbers.filter((other) => other !== number) : [...numbers, number])
    pin()
  }

  // Order --------------------------------------------------------------------------------------------------------

  const PARTS = { "½": 1 / 2, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 1 / 4, "¾": 3 / 4 }

  // What a cell says as a number (8⅓, −41, 1st), or as a text; null where it says nothing.
  function valueOf(cell, name) {
    if (name === "name") return `${(cell.querySelector("b") || cell).textContent} ${cell.textContent}`.trim().toLocaleLowerCase()
    if (name === "team") return cell.textContent.trim().toLocaleLowerCase() || null
    const small = cell.querySelector(".frac")?.textContent || ""
    const text = cell.textContent.replace(small, "").replace(/[\s\u202f]/g, "").replace("−", "-")
    const part = small ? small.split("/").reduce((over, under) => over / under) : PARTS[text.match(/[½⅓⅔¼¾]/)?.[0]] || 0
    const whole = text.match(/[+-]?\d+/)
    if (!whole && !part) return null
    return text.startsWith("-") ? Number(whole?.[0] || 0) - part : Number(whole?.[0] || 0) + part
  }

  function arrange() {
    const rows = body()
    if (!rows) return
    const table = rows.closest("table")
    table.classList.toggle("is-sorted", Boolean(sorted))
    const choice = document.querySelector("[data-order]")
    if (choice) choice.value = sorted?.name ?? "rank"
    let wanted = [...rows.rows].sort((one, two) => places.get(one.id) - places.get(two.id))
    const head = sorted && table.querySelector(`a[data-sort="${sorted.name}"]`)?.closest("th")
    for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort")
    if (head) {
      const rising = sorted.low !== sorted.back
      head.setAttribute("aria-sort", rising ? "ascending" : "descending")
      const value = new Map(wanted.map((row) => [row, valueOf(row.cells[head.cellIndex], sorted.name)]))
      wanted.sort((one, two) => {
        const [a, b] = [value.get(one), value.get(two)]
        if (a === null || b === null) return (a === null) - (b === null)
        const way = typeof a === "string" ? a.localeCompare(b) : a - b
        return rising ? way : -way
      })
    }
    if (wanted.every((row, index) => row === rows.rows[index])) return
    const held = document.activeElement
    rows.append(...wanted)
    if (held && rows.contains(held)) held.focus({ preventScroll: true })
  }

  // An address with ?sort=-mini_points: the server wrote it in that order, and it is kept when the ranking moves.
  function fromAddress() {
    const asked = new URLSearchParams(location.search).get("sort") || ""
    const name = asked.replace(/^-/, "")
    const link = name && document.querySelector(`a[data-sort="${CSS.escape(name)}"]`)
    return link && asked !== "rank" ? { name, low: link.hasAttribute("data-low"), back: asked !== name } : null
  }

  function order(link) {
    const name = link.dataset.sort
    const low = link.hasAttribute("data-low")
    if (name === "rank" && sorted?.name !== "rank") sorted = null
    else if (sorted?.name !== name) sorted = { name, low, back: false }
    else sorted = sorted.back ? null : { ...sorted, back: true }
    arrange()
  }

  // Why, and files -----------------------------------------------------------------------------------------------

  async function why(link) {
    const address = new URL(link.href)
    address.searchParams.set("part", "1")
    const answer = await fetch(address)
    if (!answer.ok) return location.assign(link.href)
    let sheet = document.getElementById("why")
    if (!sheet) {
      sheet = document.createElement("div")
      sheet.id = "why"
      sheet.className = "why-sheet"
      sheet.popover = "auto"
      document.getElementById("main").append(sheet)
    }
    sheet.innerHTML = await answer.text()
    sheet.showPopover()
  }

  function asShown(link) {
    const address = new URL(link.href)
    const find = document.querySelector("[data-find]")?.value.trim()
    if (find) address.searchParams.set("q", find)
    if (sorted) address.searchParams.set("sort", (sorted.back ? "-" : "") + sorted.name)
    return address.href
  }

  document.addEventListener("click", (event) => {
    const at = event.target.closest?.(".follow, a.sort, a[data-why], a[data-as-shown]")
    if (!at) return
    if (at.matches(".follow")) return toggle(at)
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (at.matches("[data-as-shown]")) {
      at.href = asShown(at)
      return
    }
    event.preventDefault()
    if (at.matches(".sort")) order(at)
    else why(at).catch(() => location.assign(at.href))
  })

  document.addEventListener("change", (event) => {
    if (!event.target.matches("[data-order]")) return
    const link = body()?.closest("table").querySelector(`a[data-sort="${event.target.value}"]`)
    sorted = null
    if (link) order(link)
  })

  // A new state --------------------------------------------------------------------------------------------------

  function settle() {
    const rows = body()
    if (rows) places = new Map([...rows.rows].map((row, index) => [row.id, index]))
    arrange()
    pin()
  }

  moving.addEventListener("htmx:after:swap", (event) => event.target === moving && settle())
  addEventListener("storage", (event) => event.key === key && pin())
  settle()
})()
