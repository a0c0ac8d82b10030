// The board between two messages of the stream: ages grow ("3 min ago") and the clock of the round runs, by the
// server's time, so that a wrong clock on the laptop does no harm. Words come from data-word-* of #board.
(() => {
  const board = document.getElementById("board")
  if (!board) return
  const offset = Date.parse(board.dataset.serverNow) - Date.now()
  const two = (n) => String(n).padStart(2, "0")

  function clock(seconds) {
    const size = Math.abs(seconds)
    const hours = Math.floor(size / 3600)
    const minutes = Math.floor(size / 60) % 60
    return (seconds < 0 ? "\u2212" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(size % 60)}`
  }

  function age(seconds) {
    const minutes = Math.max(0, Math.floor(seconds / 60))
    if (minutes < 1) return board.dataset.wordNow
    if (minutes < 60) return board.dataset.wordMinutes.replace("{n}", minutes)
    return board.dataset.wordHours.replace("{n}", Math.floor(minutes / 60))
  }

  function write(element, said) {
    if (element.textContent !== said) element.textContent = said
  }

  function tick() {
    const now = Date.now() + offset
    for (const element of board.querySelectorAll("[data-ends]"))
      write(element, clock(Math.floor((Date.parse(element.dataset.ends) - now) / 1000)))
    for (const element of board.querySelectorAll("[data-since]"))
      write(element, age((now - Date.parse(element.dataset.since)) / 1000))
  }

  setInterval(tick, 500)
  board.addEventListener("htmx:after:swap", tick)
  tick()
})()
