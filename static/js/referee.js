// The forms of the table's phone: quick figures, sums, choices that exclude one another. What is stated is carried by
// outbox.js; a page that it shows in place of another says page:shown.
// No rule of the game is known here; the server says what a deal pays and what is refused.
(() => {
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

  // A forgotten reason is asked for before anything is sent: without the net the refusal would come much later.
  // Below the document, so that outbox.js there does not hear of it, and after win.js, which asks who won.
  const why = (reasons) => reasons.querySelector('[name="reason_text"]')
  const givesNone = (reasons) => !reasons.querySelector('[name="reason"]:checked') && !why(reasons).value.trim()
  document.documentElement.addEventListener("submit", (event) => {
    const reasons = !event.submitter?.formNoValidate && event.target.querySelector("[data-reason-missing]")
    if (!reasons || !why(reasons).checkVisibility() || !givesNone(reasons)) return
    event.preventDefault()
    event.stopPropagation()
    why(reasons).setCustomValidity(reasons.dataset.reasonMissing)
    why(reasons).reportValidity()
  })
  for (const name of ["input", "change"]) {
    document.addEventListener(name, () => {
      for (const reasons of document.querySelectorAll("[data-reason-missing]")) why(reasons).setCustomValidity("")
    })
  }

  function sum() {
    for (const block of document.querySelectorAll("[data-sum]")) {
      const total = [...block.querySelectorAll("input")].reduce((all, field) => all + (Number(field.value) || 0), 0)
      block.querySelector("[data-sum-out]").textContent = total < 0 ? `\u2212${-total}` : total > 0 ? `+${total}` : "0"
    }
  }

  document.addEventListener("page:shown", prepare)
  prepare()
})()
