// The calculator and the list of fans: keys of the pad write into the text, the server judges. No rule of the game here.
(() => {
  const form = document.querySelector("form[data-judge]")
  if (form) calculator(form)
  const field = document.querySelector("[data-find-fan]")
  if (field) field.addEventListener("input", () => find(field.value.trim().toLocaleLowerCase()))

  function find(wanted) {
    let found = 0
    for (const fan of document.querySelectorAll("[data-fan]")) {
      const words = [...fan.querySelectorAll("[data-words]")].map((part) => part.textContent).join(" ")
      fan.hidden = wanted !== "" && !words.toLocaleLowerCase().includes(wanted)
      found += fan.hidden ? 0 : 1
    }
    document.querySelector("[data-find-none]").hidden = found > 0
  }

  function calculator(form) {
    form.querySelector("[data-submit]").hidden = true
    for (const button of form.querySelectorAll("[data-step]")) button.hidden = false
    const judge = () => form.dispatchEvent(new CustomEvent("judge"))
    const pad = tilePad(form.querySelector("[data-pad]"), { text: form.elements.hand, changed: judge })

    form.addEventListener("submit", (event) => {
      event.preventDefault()
      judge()
    })

    // The address is the hand: it can be copied, kept, and survives a change of language.
    const offline = form.querySelector("[data-offline]")
    document.addEventListener("htmx:error", () => { offline.hidden = false })
    document.addEventListener("htmx:after:swap", () => {
      offline.hidden = true
      pad.used(document.querySelector("[data-used]")?.dataset.used.split(" ") ?? [])
      const address = document.querySelector("[data-address]")?.dataset.address ?? form.action
      history.replaceState(history.state, "", address)
      const here = location.pathname + location.search
      for (const next of document.querySelectorAll(".lang-switch [name=next]")) next.value = here
    })

    document.addEventListener("click", async (event) => {
      const link = event.target.closest("[data-share]")
      if (!link || !navigator.clipboard) return
      event.preventDefault()
      await navigator.clipboard.writeText(link.href)
      link.querySelector("[data-share-label]").hidden = true
      link.querySelector("[data-share-done]").hidden = false
    })
    pad.used(document.querySelector("[data-used]")?.dataset.used.split(" ") ?? [])
  }
})()
