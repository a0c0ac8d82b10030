// The board between two messages of the stream: ages grow ("3 min ago") by the server's time (js/clock.js), and a table
// that calls a referee is heard once. Words come from data-word-* of #board.
(() => {
  const board = document.getElementById("board")
  if (!board) return
  const offset = Date.parse(board.dataset.serverNow) - Date.now()
  const now = () => (window.hallTime?.known() ? window.hallTime.now() : Date.now() + offset)

  function age(seconds) {
    const minutes = Math.max(0, Math.floor(seconds / 60))
    if (minutes < 1) return board.dataset.wordNow
    if (minutes < 60) return board.dataset.wordMinutes.replace("{n}", minutes)
    return board.dataset.wordHours.replace("{n}", Math.floor(minutes / 60))
  }

  function tick() {
    for (const element of board.querySelectorAll("[data-since]")) {
      const said = age((now() - Date.parse(element.dataset.since)) / 1000)
      if (element.textContent !== said) element.textContent = said
    }
  }

  const calling = () => new Set([...board.querySelectorAll("[data-calling]")].map((line) => line.dataset.calling))
  let heard = calling()

  function listen() {
    const calls = calling()
    if ([...calls].some((table) => !heard.has(table))) document.dispatchEvent(new Event("hall:sound"))
    heard = calls
  }

  setInterval(tick, 1000)
  board.addEventListener("htmx:after:swap", () => {
    tick()
    listen()
  })
  tick()
})()
