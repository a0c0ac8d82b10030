// Keeps the screen awake while the game runs; the switch remembers what the phone's owner wants. The lock goes whenever
// the page is out of sight, so it is taken again when it comes back.
(() => {
  const KEY = "screen-stays-on"
  let lock = null

  const switches = () => document.querySelectorAll("[data-wake]")
  const wanted = () => localStorage.getItem(KEY) !== "no"
  const running = () => document.querySelector("[data-phone][data-opens]")

  function show() {
    for (const button of switches()) {
      button.hidden = false
      button.setAttribute("aria-pressed", String(lock !== null))
    }
  }

  async function settle() {
    if (!navigator.wakeLock) return // plain HTTP, old browsers: no switch is shown that could not keep its word
    try {
      if (wanted() && running() && !document.hidden) lock ??= await navigator.wakeLock.request("screen")
      else if (lock) await lock.release()
      lock?.addEventListener("release", () => ((lock = null), show()), { once: true })
    } catch {
      lock = null // the battery is low, or the browser says no: the switch shows it
    }
    if (lock?.released) lock = null
    show()
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-wake]")) return
    localStorage.setItem(KEY, lock ? "no" : "yes")
    settle()
  })
  document.addEventListener("visibilitychange", settle)
  document.addEventListener("page:shown", settle)
  settle()
})()
