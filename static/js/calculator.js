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
    const text = form.elements.hand
    const flowers = form.elements.flowers
    form.querySelector("[data-submit]").hidden = true
    for (const button of form.querySelectorAll("[data-step]")) button.hidden = false

    const judge = () => form.dispatchEvent(new CustomEvent("judge"))
    const oneTile = () => {
      form.elements.set.value = "tile"
      keys()
    }

    // A single tile shares the suit letter of its neighbour: 12m and 3m are written 123m.
    function add(piece) {
      const [tiles, ...words] = text.value.split("|")
      const before = tiles.trimEnd()
      const joins = piece.length === 2 && new RegExp(`\\d${piece[1]}$`).test(before)
      const after = joins ? before.slice(0, -1) + piece : `${before} ${piece}`.trimStart()
      text.value = [after, ...words].join(words.length ? " |" : "")
    }

    function takeBack() {
      const before = text.value.split("|")[0].trimEnd()
      const set = /\[[^\]]*\]c?$/.exec(before)
      const tile = /(\d*)\d([mpsz])$/.exec(before)
      let without = before.slice(0, -1)
      if (set) without = before.slice(0, set.index)
      else if (tile) without = before.slice(0, tile.index) + (tile[1] ? tile[1] + tile[2] : "")
      text.value = without.replace(/[\s+]+$/, "")
    }

    form.addEventListener("click", (event) => {
      const key = event.target.closest("button")
      if (!key) return
      if (key.name === "add") {
        event.preventDefault()
        add(key.dataset[form.elements.set.value] || key.dataset.tile)
        oneTile()
        judge()
      } else if (key.name === "undo") {
        event.preventDefault()
        takeBack()
        judge()
      } else if (key.dataset.step) {
        const count = Number(flowers.value) + Number(key.dataset.step)
        flowers.value = Math.min(Math.max(count, Number(flowers.min)), Number(flowers.max))
        judge()
      }
    })

    // A set that is pressed twice is put back; a radio button alone cannot be.
    let pressed = "tile"
    form.addEventListener("click", (event) => {
      if (event.target.name !== "set") return
      if (event.target.value === pressed) form.elements.set.value = "tile"
      pressed = form.elements.set.value
      keys()
    })
    form.addEventListener("change", (event) => {
      // what only steers the pad asks the server nothing
      if (event.target.name === "set" || event.target.name === "suit") event.stopPropagation()
    }, true)

    form.addEventListener("submit", (event) => {
      event.preventDefault()
      judge()
    })

    // Keys of tiles that are used up, or that begin no such set, cannot be pressed.
    function keys() {
      pressed = form.elements.set.value
      const used = document.querySelector("[data-used]")?.dataset.used.split(" ") ?? []
      for (const key of form.querySelectorAll("[name=add]")) {
        key.disabled = used.includes(key.value) || !key.dataset[pressed]
        key.firstElementChild.classList.toggle("tile--used", used.includes(key.value))
      }
    }

    // The address is the hand: it can be copied, kept, and survives a change of language.
    const offline = form.querySelector("[data-offline]")
    document.addEventListener("htmx:error", () => { offline.hidden = false })
    document.addEventListener("htmx:after:swap", () => {
      offline.hidden = true
      keys()
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
    keys()
  }
})()
