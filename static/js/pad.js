// The tile pad of the calculator and of the table: keys write into the text of the hand, what lies there is drawn at
// once and drawn again by the server. It counts tiles and knows no rule: the server judges.
self.tilePad = (pad, { text, changed, full }) => {
  const choice = (name) => pad.querySelector(`[name=${name}]:checked`)
  const pick = (name, value) => { pad.querySelector(`[name=${name}][value=${value}]`).checked = true }
  const felt = document.querySelector("[data-laid], #laid")
  const more = pad.querySelector("[data-more]")
  const orphans = pad.querySelector("[data-orphans]")
  const steps = []
  let used = []
  let pressed = "tile"

  // Text ----------------------------------------------------------------------------------------------------------------

  const split = () => {
    const [tiles, ...words] = text.value.split("|")
    return [tiles.trimEnd(), words.length ? ` |${words.join("|")}` : ""]
  }

  function write(value) {
    steps.push([text.value, value])
    text.value = value
  }

  // Tiles in hand share the suit letter of their neighbour: 12m and 3m are written 123m.
  function add(piece) {
    const [before, words] = split()
    const joins = /^\d+[mpsz]/.test(piece) && before.at(-1) === piece.match(/[mpsz]/)[0] && /\d[mpsz]$/.test(before)
    write((joins ? before.slice(0, -1) + piece : `${before} ${piece}`.trimStart()) + words)
  }

  function takeBack() {
    const last = steps.pop()
    if (last && last[1] === text.value) {
      text.value = last[0]
      return
    }
    const [before, words] = split()
    const set = /\[[^\]]*\]c?$/.exec(before)
    const tile = /(\d*)\d([mpsz])$/.exec(before)
    let without = before.slice(0, -1)
    if (set) without = before.slice(0, set.index)
    else if (tile) without = before.slice(0, tile.index) + (tile[1] ? tile[1] + tile[2] : "")
    text.value = without.replace(/[\s+]+$/, "") + words
  }

  // What lies there: only the pad's own spelling is read here, anything else is left to the server. Until it answers the
  // felt is empty: what lay there before is not what is written now.
  const codes = (digits, suit) => [...digits].map((digit) => digit + suit)

  function laid() {
    const groups = { melds: [], standing: [] }
    for (const part of split()[0].replaceAll("+", " ").split(/\s+/).filter(Boolean)) {
      const meld = /^\[(\d+)([mpsz])\](c?)$/.exec(part)
      if (meld) groups.melds.push({ tiles: codes(meld[1], meld[2]), hidden: meld[3] === "c" })
      else if (/^(\d+[mpsz])+$/.test(part)) for (const [, digits, suit] of part.matchAll(/(\d+)([mpsz])/g)) groups.standing.push(...codes(digits, suit))
      else return null
    }
    const all = [...groups.melds.flatMap((meld) => meld.tiles), ...groups.standing]
    return { ...groups, all, count: 3 * groups.melds.length + groups.standing.length }
  }

  const copies = (all, tile) => all.filter((one) => one === tile).length

  function picture(tile) {
    const drawn = tile === "back" ? pad.querySelector("template[data-back]").content.firstElementChild : pad.querySelector(`[name=add][value="${tile}"] .tile`)
    const copy = drawn.cloneNode(true)
    copy.classList.remove("tile--used")
    return copy
  }

  function group(tiles, kind = "") {
    const span = Object.assign(document.createElement("span"), { className: `hand__group ${kind}` })
    span.append(...tiles.map(picture))
    return span
  }

  function draw() {
    const now = laid()
    if (!felt) return
    if (!now) {
      felt.replaceChildren()
      return
    }
    const drawn = Object.assign(document.createElement("span"), { className: "hand tiles-m" })
    for (const { tiles, hidden } of now.melds) drawn.append(hidden ? group(["back", tiles[1], tiles[2], "back"]) : group(tiles, "hand__group--meld"))
    const complete = now.count === 14
    const standing = complete ? now.standing.slice(0, -1) : now.standing
    if (standing.length) drawn.append(group(standing))
    if (complete && now.standing.length) {
      const last = Object.assign(document.createElement("span"), { className: "hand__win" })
      last.append(picture(now.standing.at(-1)))
      last.firstElementChild.classList.add("tile--win")
      drawn.append(last)
    }
    felt.replaceChildren(drawn)
  }

  // Keys ----------------------------------------------------------------------------------------------------------------

  // Keys of tiles that are used up, or that begin no such set, cannot be pressed.
  function keys() {
    pressed = choice("set")?.value ?? "tile"
    const all = laid()?.all
    for (const key of pad.querySelectorAll("[name=add]")) {
      const gone = all ? copies(all, key.value) > 3 : used.includes(key.value)
      key.disabled = gone || !key.dataset[pressed]
      key.firstElementChild.classList.toggle("tile--used", gone)
    }
  }

  // Some tiles that often follow the one just laid, each one key: the run, the pung, the pair and so on.
  function offer(tile) {
    more.replaceChildren()
    const key = tile && pad.querySelector(`[name=add][value="${tile}"]`)
    const now = laid()
    for (const piece of key && now ? key.dataset.mayFollow.split(" ") : []) {
      const tiles = [...piece.matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits, suit]) => codes(digits, suit))
      const after = [...now.all, ...tiles]
      if (now.count + tiles.length > 14 || tiles.some((one) => copies(after, one) > 4)) continue
      const button = Object.assign(document.createElement("button"), { type: "button", className: "pad__follow" })
      button.dataset.piece = piece
      const whole = [tile, ...tiles]
      button.setAttribute("aria-label", `+ ${tiles.map((one) => pad.querySelector(`[name=add][value="${one}"]`).ariaLabel).join(", ")}`)
      if (whole.length > 8) button.append(Object.assign(orphans.cloneNode(true), { hidden: false }))
      else button.append(group(tiles))
      more.append(button)
    }
    more.hidden = !more.childElementCount
  }

  const fullness = () => full?.((laid()?.count ?? 0) >= 14)

  function again(tile = "") {
    draw()
    fullness()
    keys()
    offer(tile)
    changed()
  }

  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button")
    if (!key) return
    if (key.name === "add") {
      event.preventDefault()
      const single = pressed === "tile"
      add(key.dataset[pressed] || key.value)
      pick("set", "tile")
      again(single ? key.value : "")
    } else if (key.name === "undo") {
      event.preventDefault()
      takeBack()
      again()
    } else if (key.dataset.piece) {
      add(key.dataset.piece)
      again()
    }
  })

  // A set that is pressed twice is put back; a radio button alone cannot be.
  pad.addEventListener("click", (event) => {
    if (event.target.name !== "set") return
    if (event.target.value === pressed) pick("set", "tile")
    keys()
  })
  pad.addEventListener("change", (event) => {
    // what only steers the pad asks the server nothing
    if (event.target.name === "set" || event.target.name === "suit") event.stopPropagation()
  }, true)

  text.addEventListener("input", () => {
    draw()
    keys()
    offer()
    fullness()
  })
  keys()
  fullness()
  return {
    draw,
    laid,
    used(list) {
      used = list
      keys()
    },
  }
}

// One flower more or fewer, wherever the field stands.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]")
  if (!button) return
  const field = button.parentElement.querySelector("[name=flowers]")
  field.value = Math.min(Math.max(Number(field.value) + Number(button.dataset.step), Number(field.min)), Number(field.max))
  field.dispatchEvent(new Event("change", { bubbles: true }))
})
