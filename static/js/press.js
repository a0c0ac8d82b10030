// A press on a form of the table before the scripts are there waits for them: sent plainly it would be lost when the net
// is gone or a hotel's sign-in page answers. Runs before the page is drawn; after a while the plain form goes after all.
(() => {
  const PATIENCE = 8000
  const root = document.documentElement
  let ready = false
  let pressed = null

  function letGo() {
    ready = true
    if (!self.sixteen?.go) delete root.dataset.looking // nobody will look what waits: the server's word stands
    if (!pressed) return
    const { form, submitter } = pressed
    pressed = null
    submitter?.removeAttribute("aria-busy")
    form.requestSubmit(submitter)
  }

  document.addEventListener("submit", (event) => {
    if (ready || !event.target.matches("form[data-entry]")) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!pressed) setTimeout(letGo, PATIENCE)
    pressed = { form: event.target, submitter: event.submitter }
    event.submitter?.setAttribute("aria-busy", "true")
  }, true)
  document.addEventListener("DOMContentLoaded", letGo) // every deferred script has run, or failed
  root.dataset.looking = "yes"
})()
