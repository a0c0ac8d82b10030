// The list of faults can be searched, and whoever takes a chair leaves another to its former holder.
// No rule is known here: every choice is there without this file.
(() => {
  function find(field) {
    const wanted = field.value.trim().toLowerCase()
    for (const group of document.querySelectorAll("[data-find-group]")) {
      let any = false
      for (const line of group.querySelectorAll("[data-find-line]")) {
        const found = !wanted || line.textContent.toLowerCase().includes(wanted) || line.querySelector("input").checked
        line.hidden = !found
        any ||= found
      }
      group.hidden = !any
    }
  }

  function prepare() {
    for (const box of document.querySelectorAll("[data-find-box]")) box.hidden = false
    const chairs = [...document.querySelectorAll("[data-chair]")]
    for (const chair of chairs) chair.dataset.held ||= [...chair.options].find((one) => one.defaultSelected)?.value ?? chair.value
    // whoever was quicker than this file has taken a chair already
    for (const chair of chairs) if (chair.value !== chair.dataset.held) taken(chair)
    repeat()
  }

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) find(event.target)
  })

  // Enter in the search is not yet the penalty.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("[data-find]")) event.preventDefault()
  })

  // What the list asks for is repeated on the button; who was harmed is asked where one can see it. What the style sheet
  // hides, because the choice above does not ask for it, is neither sent nor said.
  function repeat() {
    for (const block of document.querySelectorAll(".victims, .decide, .overrule")) {
      for (const field of block.querySelectorAll("input")) field.disabled = !block.checkVisibility()
    }
    const place = document.querySelector("[data-submit-sub]")
    const line = document.querySelector("[data-find-line]:has(:checked)")
    if (!place) return
    const cost = [...(line?.querySelectorAll(".fault__cost > span") ?? [])].find((span) => span.offsetParent)
    const own = document.querySelector("[name=overrule]:checked")
    place.textContent = cost && !own ? `${line.querySelector("b").textContent} \u00b7 ${cost.textContent}` : ""
  }

  document.addEventListener("change", (event) => {
    repeat()
    if (event.target.matches("[data-victim]")) document.querySelector(".victims")?.scrollIntoView({ block: "center" })
    if (event.target.matches("[data-chair]")) taken(event.target)
  })

  function taken(chair) {
    const left = chair.dataset.held
    for (const other of document.querySelectorAll("[data-chair]")) {
      if (other !== chair && other.value === chair.value) other.value = left
      other.dataset.held = other.value
    }
  }

  prepare()
  new MutationObserver(prepare).observe(document.body, { childList: true })
})()
