// The table's phone: quick figures, one press at a time, and what is typed survives a lost connection.
// No rule of the game is known here; the server says what a deal pays and what is refused.
(() => {
  const pill = (state) => {
    const place = document.querySelector("[data-saved]")
    const words = document.querySelector(`template[data-pill="${state}"]`)
    if (place && words) place.replaceChildren(words.content.cloneNode(true))
  }

  // Quick figures fill the field beside them.
  function prepare() {
    for (const group of document.querySelectorAll("[data-quick]")) {
      group.hidden = false
      mark(group)
    }
    for (const line of document.querySelectorAll("[data-sum-line]")) line.hidden = false
    winnerPaysNobody()
    sum()
  }

  function mark(group) {
    const field = document.getElementById(group.dataset.quick)
    for (const button of group.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(field.value === button.value))
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-quick] button")
    if (!button) return
    const group = button.closest("[data-quick]")
    const field = document.getElementById(group.dataset.quick)
    field.value = button.value
    field.dispatchEvent(new Event("input", { bubbles: true }))
  })

  // What the server worked out for the form is repeated on the button that records it.
  document.addEventListener("htmx:after:swap", () => {
    const words = document.querySelector("[data-submit-words]")
    const place = document.querySelector("[data-submit-sub]")
    if (place) place.replaceChildren(...(words ? words.cloneNode(true).childNodes : []))
  })

  document.addEventListener("input", (event) => {
    for (const group of document.querySelectorAll("[data-quick]")) mark(group)
    if (event.target.closest("[data-sum]")) sum()
  })

  // Whoever won cannot be chosen as the one who pays: the choice is greyed by the style sheet and emptied here.
  function winnerPaysNobody() {
    const winner = document.querySelector('[name="winner"]:checked')
    for (const other of document.querySelectorAll('[name="discarder"]')) {
      other.disabled = winner !== null && other.value === winner.value
      if (other.disabled) other.checked = false
    }
  }
  document.addEventListener("change", (event) => {
    if (event.target.name === "winner") winnerPaysNobody()
  })

  function sum() {
    for (const block of document.querySelectorAll("[data-sum]")) {
      const total = [...block.querySelectorAll("input")].reduce((all, field) => all + (Number(field.value) || 0), 0)
      block.querySelector("[data-sum-out]").textContent = total < 0 ? `\u2212${-total}` : total > 0 ? `+${total}` : "0"
    }
  }

  // One press, one request. When the net is gone the form stays as it is, with the same key: pressing again is safe.
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form[data-entry]")
    if (!form || event.submitter?.name === "language") return
    event.preventDefault()
    if (form.dataset.sending) return
    form.dataset.sending = "yes"
    event.submitter?.setAttribute("aria-busy", "true")
    pill("saving")
    const warning = form.querySelector("[data-not-sent]")
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new FormData(form, event.submitter),
        headers: { "X-Requested-With": "fetch" },
        redirect: "manual",
      })
      if (answer.type === "opaqueredirect") {
        location.replace(form.dataset.done)
        return
      }
      showPage(await answer.text())
    } catch {
      delete form.dataset.sending
      event.submitter?.removeAttribute("aria-busy")
      if (warning) warning.hidden = false
      pill("offline")
      warning?.scrollIntoView({ block: "nearest" })
    }
  })

  function showPage(html) {
    const page = new DOMParser().parseFromString(html, "text/html")
    document.title = page.title
    document.body.replaceChildren(...page.body.children)
    htmx.process(document.body)
    prepare()
    scrollTo(0, 0)
    document.querySelector("[role=alert]:not([hidden])")?.focus?.()
  }

  addEventListener("offline", () => pill("offline"))
  addEventListener("online", () => pill("saved"))
  prepare()
})()
