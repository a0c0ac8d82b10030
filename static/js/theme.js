// What a device keeps about itself: light or dark, large text, the other hand. The server reads the cookies and writes
// data-theme, data-text and data-hand on <html>, so nothing flashes; this sets them in place, and nothing typed is lost.
(() => {
  const root = document.documentElement
  const systemDark = matchMedia("(prefers-color-scheme: dark)")
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : systemDark.matches)

  function show() {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false
      button.setAttribute("aria-pressed", String(isDark()))
      const use = button.querySelector("use")
      use.setAttribute("href", use.getAttribute("href").replace(/#.*/, isDark() ? "#sun" : "#moon"))
    }
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return
    const next = isDark() ? "light" : "dark"
    // The system's own choice needs no cookie: the page then follows the system again.
    const follows = (next === "dark") === systemDark.matches
    document.cookie = `theme=${follows ? "" : next}; path=/; max-age=${follows ? 0 : 31536000}; samesite=lax`
    if (follows) delete root.dataset.theme
    else root.dataset.theme = next
    show()
  })
  systemDark.addEventListener("change", show)

  // <button data-device="hand" value="left">: on or off.
  function showDevice() {
    for (const button of document.querySelectorAll("[data-device]")) {
      button.setAttribute("aria-pressed", String(root.dataset[button.dataset.device] === button.value))
    }
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-device]")
    if (!button) return
    event.preventDefault()
    const name = button.dataset.device
    const off = root.dataset[name] === button.value
    document.cookie = `${name}=${off ? "" : button.value}; path=/; max-age=${off ? 0 : 31536000}; samesite=lax`
    if (off) delete root.dataset[name]
    else root.dataset[name] = button.value
    showDevice()
  })
  showDevice()
  show()
})()
