// Light or dark: the server reads the cookie and writes data-theme, so nothing flashes; this sets the cookie.
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
  show()
})()
