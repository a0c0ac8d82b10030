// A win at the table, one step after the other: who and how, then what it is worth. The server judges, adds up and says
// what cannot be ticked; a judgement that comes late never replaces a later one (hx-sync).
(() => {
  const AGAIN = 5000
  let form
  let pad
  let byArrow = false

  const checked = (name) => form.querySelector(`[name="${name}"]:checked`)
  const way = () => (checked("way") ?? form.querySelector("[name=way]"))?.value
  const seen = (element) => element.getClientRects().length > 0
  const ask = () => form?.dispatchEvent(new CustomEvent("judge"))
  const judge = () => {
    told()
    ask()
  }

  // Steps ---------------------------------------------------------------------------------------------------------------

  // What the form still lacks before it says anything: its name and the fields where it is filled in. Only whether
  // something stands there is looked at; whether it is right the server says.
  function lacking() {
    const how = checked("how")?.value
    if (how === "drawn") return null
    if (!how) return ["how", "[name=how]"]
    if (!checked("winner")) return ["winner", "[name=winner]:enabled"]
    if (how !== "self_draw" && !checked("discarder")) return ["discarder", "[name=discarder]:enabled"]
    if (way() === "total" && !form.elements.fan.value.trim()) return ["total", "[data-figure]"]
    if (way() === "fans" && !form.querySelector("[data-tick] [type=checkbox]:checked")) return ["fans", "[data-tick] [type=checkbox]:enabled"]
    if (way() === "tiles" && !form.elements.tiles.value.trim()) return ["tiles", ".pad__key:enabled"]
    return null
  }

  // form.dataset.at: who, from or worth, or all of it while something is changed
  const missing = () => ({ how: "who", winner: "who", discarder: "from" })[lacking()?.[0]] ?? "worth"

  function step(to = missing()) {
    const before = form.dataset.at
    form.dataset.at = to
    const line = form.querySelector("[data-who-line]")
    line.hidden = to === "who" || to === "all"
    const how = checked("how")?.value
    for (const words of line.querySelectorAll("[data-line-how]")) words.hidden = words.dataset.lineHow !== how
    say(line.querySelector("[data-line-winner]"), how === "drawn" ? null : checked("winner"))
    say(line.querySelector("[data-line-discarder]"), how === "self_draw" || how === "drawn" ? null : checked("discarder"))
    if (before && before !== to && to === "from") form.querySelector("[name=discarder]:enabled")?.focus({ preventScroll: true })
    if (before && before !== to && to === "worth") (way() === "total" ? form.querySelector("[data-figure]") : line.querySelector("[data-change]"))?.focus({ preventScroll: true })
  }

  function say(place, input) {
    const label = input?.closest("label")
    place.replaceChildren(...(label ? [label.querySelector(".wind").cloneNode(true), label.dataset.family] : []))
  }

  // What is missing is said above the button, or above the question that is open, and the place of it has the focus.
  function tell([what, fields]) {
    const said = form.querySelector("[data-lacks]")
    step()
    if (form.dataset.at === "worth") form.querySelector(".pass-actions > [type=submit]").before(said)
    else form.querySelector("[data-who]").prepend(said)
    for (const words of said.querySelectorAll("[data-lack]")) words.hidden = words.dataset.lack !== what
    said.hidden = false
    const first = [...form.querySelectorAll(fields)].find(seen)
    first?.focus()
  }

  const told = () => { form.querySelector("[data-lacks]").hidden = true }

  document.addEventListener("submit", (event) => {
    const lack = event.target === form && event.submitter?.name !== "language" && lacking()
    if (!lack) return
    event.preventDefault()
    event.stopImmediatePropagation()
    tell(lack)
  }, true)

  // Ways ----------------------------------------------------------------------------------------------------------------

  // What belongs to another way, or to another end of the hand, is neither sent nor said; flowers and the claim stand where
  // the way wants them.
  function asked() {
    const now = way()
    const how = checked("how")?.value
    for (const part of form.querySelectorAll("[data-moves]")) {
      const slot = form.querySelector(`.way--${now} [data-slot="${part.dataset.moves}"]`) ?? form.querySelector(`[data-home="${part.dataset.moves}"]`)
      if (part.parentElement !== slot) slot.append(part)
    }
    const others = `.way:not(.way--${now}) *, .tick:not(:has(input:checked)) select${how && how !== "self_draw" ? ", .only-self-draw *" : ""}`
    for (const field of form.querySelectorAll(":is(.worth, .pass-actions) :is(input, select)[name]")) {
      if (field.form === form) field.disabled = how === "drawn" || field.matches(others) || field.dataset.shut === "yes" || (field.name === "claimed" && now === "total")
    }
    form.querySelector(".people--winner").disabled = how === "drawn"
    form.querySelector(".people--discarder").disabled = how === "drawn" || how === "self_draw"
  }

  // On a phone the keys of a full hand make room for what it is worth; taking a tile back brings them again.
  function fold(full) {
    const { activeElement } = document
    form.toggleAttribute("data-full", full)
    if (full && activeElement?.closest("[data-pad]") && !seen(activeElement)) form.querySelector(".pad__undo").focus({ preventScroll: true })
  }

  // The list of fans ----------------------------------------------------------------------------------------------------

  // As the server says; where it says nothing, nothing is shut.
  function shut() {
    const said = document.querySelectorAll("[data-shut] > *")
    const reasons = new Map([...said].map((one) => [one.dataset.number, one.textContent.trim()]))
    for (const row of form.querySelectorAll("[data-tick]")) {
      const box = row.querySelector("[type=checkbox]")
      const reason = reasons.get(row.dataset.tick) ?? ""
      box.dataset.shut = reason ? "yes" : ""
      if (reason) box.checked = false
      row.querySelector("[data-why]").textContent = reason
    }
    asked()
  }

  function find(wanted) {
    let found = 0
    for (const group of form.querySelectorAll("[data-tick-group]")) {
      let here = 0
      for (const row of group.querySelectorAll("[data-tick]")) {
        row.hidden = !row.querySelector(".tick__name").textContent.toLocaleLowerCase().includes(wanted)
        here += row.hidden ? 0 : 1
      }
      group.hidden = !here
      found += here
    }
    form.querySelector("[data-ticks-none]").hidden = found > 0
  }

  // What the phone sees -------------------------------------------------------------------------------------------------

  document.addEventListener("click", (event) => {
    if (!form?.contains(event.target)) return
    const button = event.target.closest("button")
    if (button?.matches("[data-change]")) step("all")
    if (button?.matches("[data-show-pad]")) form.dataset.tiles = "open"
    const figure = button?.closest("[data-keys]") && document.getElementById(button.closest("[data-keys]").dataset.keys)
    if (figure && (button.dataset.digit || button.matches("[data-erase]"))) {
      const typed = button.dataset.digit ? figure.value + button.dataset.digit : figure.value.slice(0, -1)
      figure.value = typed.replace(/^0+/, "").slice(0, figure.maxLength)
      figure.dispatchEvent(new Event("input", { bubbles: true }))
    }
  })

  document.addEventListener("keydown", (event) => {
    byArrow = event.key.startsWith("Arrow") || event.key === "Tab"
    if (event.key !== "Enter" || !form?.contains(event.target) || event.target.tagName !== "INPUT") return
    event.preventDefault()
    if (event.target.type !== "search") form.requestSubmit(form.querySelector(".pass-actions > [type=submit]"))
  })
  document.addEventListener("pointerdown", () => { byArrow = false })

  document.addEventListener("change", (event) => {
    if (!form?.contains(event.target)) return
    told()
    const { name } = event.target
    asked()
    // arrows wander through a choice; it is made when they leave it
    if (["how", "winner", "discarder"].includes(name)) step(byArrow ? (form.dataset.at === "worth" ? "all" : form.dataset.at) : missing())
  })
  document.addEventListener("focusout", (event) => {
    const choice = event.target.closest?.("[data-who]")
    if (choice && form?.contains(choice) && byArrow && !event.target.closest("fieldset, [role=radiogroup]").contains(event.relatedTarget)) step()
  })
  document.addEventListener("input", (event) => {
    if (form?.contains(event.target)) told()
    if (event.target.matches("[data-find-tick]")) find(event.target.value.trim().toLocaleLowerCase())
  })

  // What the server says, and what the phone says without it.
  let again = 0
  document.addEventListener("htmx:after:swap", () => {
    clearTimeout(again)
    if (!form) return
    form.querySelector("[data-unjudged]").hidden = true
    pad?.used(form.querySelector("[data-used]")?.dataset.used.split(" ") ?? [])
    shut()
  })
  // What was worked out before is not of what stands here now. It is asked for again until somebody answers: the browser
  // does not always say when a net that did not answer is back.
  document.addEventListener("htmx:error", () => {
    if (!form) return
    form.querySelector("[data-unjudged]").hidden = way() === "total"
    for (const said of form.querySelectorAll("#worth, #ways-on, [data-submit-sub]")) said.replaceChildren()
    shut()
    clearTimeout(again)
    again = setTimeout(ask, AGAIN)
  })
  addEventListener("online", ask)

  function prepare() {
    form = document.querySelector("form[data-entry]")
    if (!form?.querySelector("[data-who]")) {
      form = null
      return
    }
    for (const part of form.querySelectorAll("[data-keys], [data-table-pad], [data-step], [data-find-tick]")) part.hidden = false
    form.querySelector("[data-figure]")?.setAttribute("inputmode", "none")
    const keys = form.querySelector("[data-pad]")
    pad = keys && tilePad(keys, { text: form.elements.tiles, changed: judge, full: fold })
    if (form.elements.tiles?.value && pad?.laid()) pad.draw()
    for (const why of form.querySelectorAll("[data-why]")) why.textContent = why.textContent.trim()
    asked()
    step()
  }

  document.addEventListener("page:shown", prepare)
  prepare()
})()
