"use strict"

// The data's scripts call `catalogue` and `cards`. What comes from them is only ever shown as text.

const [wall, card, message] = ["wall", "card", "message"].map(id => document.getElementById(id))
const search = document.getElementById("search")
const filters = ["genre", "decade", "format"].map(id => document.getElementById(id))
const order = document.getElementById("order")
const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" })

// All albums by artist; those that the wall shows, of which the first have their places in the page; the one that has the keyboard.
let albums = [], shown = [], current = 0
let cardsInFile = 1
const loaded = new Map()
// Whether going back closes the card.
let isAboveWall = false

function catalogue(list) {
    cardsInFile = list.cardsInFile
    albums = list.albums.map((album, position) => ({
        ...album, position,
        decade: album.year ? String(Math.floor(album.year / 10) * 10) : "",
        words: folded([album.title, album.artist, album.year, album.label, album.number, album.words, ...album.genres, ...album.formats].join(" ")),
    }))
    fill(filters[0], albums.flatMap(album => album.genres))
    fill(filters[1], albums.map(album => album.decade), decade => texts.decade.replace("{year}", decade))
    fill(filters[2], albums.flatMap(album => album.formats))
    show()
    showCard()
}

/** Text as it is compared: without accents, in lower case. */
function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}+/gu, "").toLowerCase()
}

/** Offers the values that albums have, with their numbers of albums. */
function fill(list, values, name = value => value) {
    const counts = new Map()
    for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    for (const value of [...counts.keys()].sort(collator.compare)) list.add(new Option(`${name(value)} (${counts.get(value)})`, value))
    list.hidden = counts.size === 0
}

// The wall

function show() {
    const words = folded(search.value).split(/\s+/).filter(Boolean)
    const [genre, decade, format] = filters.map(filter => filter.value)
    shown = albums.filter(album =>
        words.every(word => album.words.includes(word)) && (!genre || album.genres.includes(genre))
            && (!decade || album.decade === decade) && (!format || album.formats.includes(format)))
    if (order.value === "title") shown.sort((a, b) => collator.compare(a.sortTitle ?? a.title, b.sortTitle ?? b.title))
    if (order.value === "year") shown.sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999))
    const name = shown.length === 1 ? texts.oneAlbum : texts.manyAlbums
    document.getElementById("count").textContent = name.replace("{count}", shown.length.toLocaleString(document.documentElement.lang))
    say(albums.length === 0 ? texts.empty : shown.length === 0 ? texts.nothing : "")
    wall.replaceChildren()
    current = 0
    append(60)
    appendInView()
}

function say(text) {
    message.textContent = text
    message.hidden = !text
}

/** Adds more of the shown albums to the page. The others have room below, so that the scroll bar counts them. */
function append(count) {
    const from = wall.children.length
    wall.append(...shown.slice(from, from + count).map(place))
    const rest = Math.ceil((shown.length - wall.children.length) / columns())
    wall.style.paddingBottom = rest > 0 ? `${rest * rowHeight()}px` : ""
    if (from <= current) setCurrent(current)
}

/** Adds those that come into view: a page with all of many albums would be slow to change. */
function appendInView() {
    while (wall.children.length > 0 && wall.children.length < shown.length) {
        const missing = 2 * innerHeight - wall.lastChild.getBoundingClientRect().bottom
        if (missing < 0) return
        append(Math.max(120, Math.ceil(missing / rowHeight()) * columns()))
    }
}

function columns() {
    return getComputedStyle(wall).gridTemplateColumns.split(" ").length
}

function rowHeight() {
    return (wall.firstChild?.offsetHeight ?? 0) + parseFloat(getComputedStyle(wall).rowGap) || 1
}

for (const change of ["scroll", "resize"]) window.addEventListener(change, appendInView, { passive: true })
// On paper, the shown albums are a list.
window.addEventListener("beforeprint", () => append(shown.length))

/** An album's place on the wall, made once. */
function place(album) {
    if (!album.place) {
        const caption = element("span", "caption", element("span", "name", album.title), element("span", "by", album.artist))
        if (album.year) caption.append(element("span", "by", String(album.year)))
        const link = element("a", "", picture(album, true), caption)
        link.href = `#${album.id}`
        link.tabIndex = -1
        album.place = element("li", "", link)
    }
    return album.place
}

/** A cover, or a colour with title and artist. Over a caption, screen readers pass it over. */
function picture(album, hasCaption) {
    const frame = element("span", "picture")
    if (hasCaption) frame.setAttribute("aria-hidden", "true")
    if (album.cover) {
        const image = new Image()
        image.loading = "lazy"
        image.decoding = "async"
        image.alt = hasCaption ? "" : texts.cover.replace("{album}", album.title)
        image.onerror = () => { image.remove(); standIn(frame, album) }
        image.src = `sleeves/covers/${album.cover}.jpg`
        frame.append(image)
    } else {
        standIn(frame, album)
    }
    return frame
}

function standIn(frame, album) {
    let hue = 0
    for (const letter of album.artist) hue = (hue * 31 + letter.codePointAt(0)) % 360
    frame.style.background = `linear-gradient(160deg, hsl(${hue} 30% 38%), hsl(${hue} 35% 22%))`
    frame.append(element("span", "standin", element("span", "name", album.title), element("span", "", album.artist)))
}

function element(name, style, ...contents) {
    const made = document.createElement(name)
    if (style) made.className = style
    made.append(...contents)
    return made
}

/** The wall is one stop of the Tab key, at the album that had the keyboard last. */
function setCurrent(index) {
    wall.children[current]?.firstChild.setAttribute("tabindex", "-1")
    current = Math.max(0, Math.min(index, shown.length - 1))
    if (wall.children.length <= current && wall.children.length < shown.length) append(current + 1 - wall.children.length)
    wall.children[current]?.firstChild.setAttribute("tabindex", "0")
}

function go(index) {
    setCurrent(index)
    wall.children[current]?.firstChild.focus()
}

wall.addEventListener("focusin", event => setCurrent([...wall.children].indexOf(event.target.closest("li"))))

wall.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const row = columns()
    const screen = row * Math.max(1, Math.floor(innerHeight / rowHeight()) - 1)
    const steps = {
        ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row, PageUp: -screen, PageDown: screen, Home: -shown.length, End: shown.length,
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const next = current + step
    // Up and down don't leave their column, except to a shorter last row.
    if (event.key === "ArrowUp" && next < 0) return
    go(next)
})

document.addEventListener("keydown", event => {
    if (event.key !== "/" || card.open || event.target.matches("input, select")) return
    event.preventDefault()
    search.focus()
    search.select()
})

search.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" && shown.length > 0) { event.preventDefault(); go(current) }
})

document.getElementById("finder").addEventListener("submit", event => { event.preventDefault(); go(0) })
for (const control of [search, ...filters, order]) control.addEventListener("input", show)

// The card

function cards(file, contents) {
    loaded.set(file, contents)
}

/** Loads the script with an album's card, once. */
function contents(album) {
    const file = Math.floor(album.position / cardsInFile)
    return new Promise(resolve => {
        const take = () => resolve(loaded.get(file)?.[album.position % cardsInFile])
        if (loaded.has(file)) return take()
        const script = document.createElement("script")
        script.src = `${data}/${file}.js`
        script.onload = script.onerror = () => { script.remove(); take() }
        document.body.append(script)
    })
}

/** Shows the card of the album that the address names, or closes the card. */
async function showCard() {
    const album = albums.find(album => album.id === location.hash.slice(1))
    if (!album) {
        if (card.open) card.close()
        return
    }
    const details = await contents(album)
    // Meanwhile, the user may have gone on.
    if (album.id !== location.hash.slice(1)) return
    document.getElementById("card-title").textContent = album.title
    document.getElementById("card-artist").textContent = album.artist
    document.getElementById("card-cover").replaceChildren(picture(album, false))
    document.getElementById("card-text").replaceChildren(...(details ? body(details) : [element("p", "", texts.incomplete)]))
    const index = shown.indexOf(album)
    document.getElementById("previous").disabled = index <= 0
    document.getElementById("next").disabled = index < 0 || index === shown.length - 1
    if (index >= 0) setCurrent(index)
    if (!card.open) card.showModal()
    card.scrollTop = 0
    document.title = `${album.title} – ${album.artist}`
}

function body(details) {
    const parts = [facts(details.facts)]
    for (const copy of details.copies) parts.push(element("h3", "", copy.name), facts(copy.facts))
    let disc, list
    for (const track of details.tracks) {
        if (!list || track.disc !== disc) {
            disc = track.disc
            parts.push(element("h3", "", track.heading ?? texts.tracks), list = element("ol"))
        }
        const title = element("span", "", track.title)
        if (track.artist) title.append(element("small", "", track.artist))
        list.append(element("li", "", element("span", "", track.number ? String(track.number) : ""), title, element("span", "", time(track.seconds))))
    }
    return parts
}

/** A playing time: `3:07`, or `1:02:45` from one hour on. */
function time(seconds) {
    if (!seconds) return ""
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    if (parts[0] === 0) parts.shift()
    return parts.map((part, index) => index === 0 ? part : String(part).padStart(2, "0")).join(":")
}

function facts(pairs) {
    return element("dl", "", ...pairs.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]))
}

function step(by) {
    const album = shown[current + by]
    if (album) location.replace(`#${album.id}`)
}

wall.addEventListener("click", () => { isAboveWall = true })
document.getElementById("previous").addEventListener("click", () => step(-1))
document.getElementById("next").addEventListener("click", () => step(1))
document.getElementById("close").addEventListener("click", () => card.close())
card.addEventListener("click", event => { if (event.target === card) card.close() })
card.addEventListener("keydown", event => {
    if (event.key === "ArrowLeft") step(-1)
    if (event.key === "ArrowRight") step(1)
})
card.addEventListener("close", () => {
    document.title = document.querySelector("h1").textContent
    if (location.hash) {
        if (isAboveWall) history.back()
        else history.replaceState(null, "", location.href.split("#")[0])
    }
    isAboveWall = false
    go(current)
})
window.addEventListener("hashchange", showCard)
window.addEventListener("error", event => { if (event.target.tagName === "SCRIPT" && albums.length === 0) say(texts.incomplete) }, true)
