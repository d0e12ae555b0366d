// Searches the index that `assemble` writes: a list of pages, whose words are folded as `folded` does it here.
"use strict"

const MOST = 30
// What a word is worth where it is found.
const WORTH = { title: 100, headings: 20, abstract: 10, text: 1 }

const form = document.getElementById("search")
const field = document.getElementById("query")
const count = document.getElementById("count")
const results = document.getElementById("results")
let pages

// Lower case without accents, words separated by one space each. Chinese text is a word of its own.
function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
        .replace(/\p{Script=Han}+/gu, " $& ").replace(/[^\p{L}\p{N}]+/gu, " ").trim()
}

// A word matches the beginning of a word, or in Chinese any part of the text.
function contains(text, word) {
    return /\p{Script=Han}/u.test(word) ? text.includes(word) : ` ${text}`.includes(` ${word}`)
}

// 0 unless all words are found.
function worth(page, words, query) {
    let sum = page.words.title === query ? 200 : page.isArticle ? 5 : 0
    for (const word of words) {
        const place = Object.keys(WORTH).find((each) => contains(page.words[each] ?? "", word))
        if (!place) return 0
        sum += WORTH[place]
    }
    return sum - page.title.length / 100
}

function found(query) {
    const words = query.split(" ")
    return pages.map((page) => ({ page, worth: worth(page, words, query) })).filter((each) => each.worth > 0)
        .sort((one, other) => other.worth - one.worth).map((each) => each.page)
}

function element(name, text, parent) {
    const result = document.createElement(name === "a" ? "a" : "span")
    if (name !== "a") result.className = name
    result.textContent = text
    parent.append(result)
    return result
}

function item(page) {
    const result = document.createElement("li")
    const link = element("a", "", result)
    link.href = page.path
    element("title", page.title, link).lang = page.language
    element("kind", `${page.kind} · ${page.module}`, link)
    element("abstract", page.abstract, link).lang = page.language
    return result
}

async function search() {
    pages ??= await (await fetch("search.json")).json()
    const query = folded(field.value)
    const all = query ? found(query) : []
    const address = new URL(location.href)
    query ? address.searchParams.set("q", field.value) : address.searchParams.delete("q")
    history.replaceState(null, "", address)
    results.replaceChildren(...all.slice(0, MOST).map(item))
    count.textContent = !query ? "" : all.length === 0 ? `No results for “${field.value.trim()}”.`
        : all.length > MOST ? `The first ${MOST} of ${all.length} results` : all.length === 1 ? "1 result" : `${all.length} results`
}

// The arrow keys move from the field through the results; other keys go on typing.
function move(event) {
    const stops = [field, ...results.querySelectorAll("a")]
    const place = stops.indexOf(document.activeElement)
    const next = event.key === "ArrowDown" ? place + 1 : event.key === "ArrowUp" ? place - 1 : event.key === "Escape" ? 0 : null
    if (place < 0 || next === null) return
    stops[Math.max(0, Math.min(next, stops.length - 1))].focus()
    event.preventDefault()
}

form.hidden = false
form.addEventListener("input", search)
form.addEventListener("keydown", move)
form.addEventListener("submit", (event) => {
    event.preventDefault()
    search().then(() => results.querySelector("a")?.click())
})
document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === field) return
    event.preventDefault()
    field.focus()
})
const asked = new URLSearchParams(location.search).get("q")
if (asked) {
    field.value = asked
    search()
}
if (asked || location.hash === "#search") field.focus()
