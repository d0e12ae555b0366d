import Localization
import Testing

@Suite("Texts without a catalogue")
struct LocalizedTextTests {
    @Test func `a text is the English one`() {
        #expect(localized("Add a Music Folder") == "Add a Music Folder")
        #expect(localized("Open", context: "verb") == "Open")
    }

    @Test func `values replace all their placeholders, and aren't expanded again`() {
        #expect(localized("{b} of {a}, {a}", ["a": "{b}", "b": "2"]) == "2 of {b}, {b}")
    }

    @Test func `a placeholder without a value, and a single brace, stay unchanged`() {
        #expect(localized("{x} {", ["a": "1"]) == "{x} {")
        #expect(localized("}{a}", ["a": "1"]) == "}1")
    }

    @Test func `one thing, and any other number of things, have their own texts`() {
        let texts = [0, 1, 2].map { count in
            localized(one: "{count} album in {place}", other: "{count} albums in {place}", count: count, ["place": "B"])
        }
        #expect(texts == ["0 albums in B", "1 album in B", "2 albums in B"])
    }

    @Test func `a number without an installed locale has no separators`() {
        #expect([0, -7, 1_234_567].map(formatted) == ["0", "-7", "1234567"])
    }
}
