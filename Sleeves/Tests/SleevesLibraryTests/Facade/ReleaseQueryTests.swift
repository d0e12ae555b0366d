import Testing

@testable import SleevesLibrary

@Suite("A request for releases, from the words that a person types")
struct ReleaseQueryTests {
    @Test(
        "Digits with a right check digit are a barcode, however they are grouped",
        arguments: [
            ("5012345678900", "5012345678900"), (" 5 012345-678900 ", "5012345678900"), ("96385074", "96385074"),
            ("036000291452", "036000291452"),
        ])
    func barcodes(_ text: String, _ digits: String) {
        #expect(ReleaseQuery(text) == .barcode(digits))
    }

    @Test(
        "Other digits are words: a year, a catalogue number, a mistyped barcode", arguments: ["1984", "5012345678901", "12345678", "4 12"])
    func numbers(_ text: String) {
        #expect(ReleaseQuery(text) == .words(text.split(separator: " ").map(String.init)))
    }

    @Test(
        "A number of Discogs is named in its own form, or by the address of its page",
        arguments: [
            ("r1234", 1234), ("[R1234]", 1234), ("https://www.discogs.com/release/1234-The-Band-Title", 1234),
            ("https://www.discogs.com/de/release/1234", 1234), ("discogs.com/release/1234", 1234),
            ("r", nil), ("r12345678901", nil), ("run", nil), ("r1234 live", nil), ("https://example.org/release/1234", nil),
            ("https://www.discogs.com/master/1234", nil), ("https://notdiscogs.com/release/1234", nil),
        ] as [(String, Int?)])
    func discogs(_ text: String, _ number: Int?) {
        if let number { #expect(ReleaseQuery(text) == .release("r\(number)", of: .discogs)) }
        if number == nil, case .release(_, of: .discogs)? = ReleaseQuery(text) { Issue.record("it isn't one") }
    }

    @Test("An American barcode is searched for with and without the zero before it, whichever was typed")
    func zero() {
        let text = "barcode:(036000291452 OR 0036000291452)"
        #expect(ReleaseQuery("036000291452")?.searchText == text)
        #expect(ReleaseQuery("0036000291452")?.searchText == "barcode:(0036000291452 OR 036000291452)")
        #expect(ReleaseQuery("5012345678900")?.searchText == "barcode:5012345678900")
    }

    @Test("MusicBrainz' own identifier and the address of a release name it")
    func identifiers() throws {
        let text = "0B1CF6D4-6A2A-4A6F-9D0B-6E3E5C2F7A10"
        let id = try #require(MusicBrainzID(text))
        #expect(ReleaseQuery(text) == .release(text.lowercased(), of: .musicBrainz))
        #expect(ReleaseQuery("https://musicbrainz.org/release/\(text.lowercased())") == .release(text.lowercased(), of: .musicBrainz))
        #expect(ReleaseQuery(text)?.searchText == nil)
    }

    @Test("Words must each be found, the last one also as a beginning; or all together are a catalogue number")
    func words() {
        let text = ReleaseQuery("KST 10")?.searchText
        let first = #"(release:"KST" OR artist:"KST" OR label:"KST" OR format:"KST" OR date:"KST")"#
        let last = #"(release:"10" OR artist:"10" OR label:"10" OR format:"10" OR date:"10" OR release:10* OR artist:10*)"#
        #expect(text == #"catno:"KST 10" OR (\#(first) AND \#(last))"#)
    }

    @Test("There is nothing to search for in blanks and signs", arguments: ["", "  \n", "?", "- / !"])
    func nothing(_ text: String) {
        #expect(ReleaseQuery(text) == nil)
    }

    @Test("No text leads out of its quotation marks or makes a long request")
    func injection() {
        var random = SeededRandom(seed: 1964)
        let pieces = ["\"", "\\", "*", "?", "(", ")", " ", "a", "Ö", "椎", "👩‍👩‍👧", "AND", "\u{0}", "/", ":", "~", "^"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...40, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let sought = ReleaseQuery(text)?.searchText else { continue }
            // Outside of the quotation marks there are only the search's own words, and beginnings of letters and digits.
            var (outside, isQuoted, isEscaped) = ("", false, false)
            for scalar in sought.unicodeScalars {
                if isEscaped {
                    isEscaped = false
                } else if isQuoted, scalar == "\\" {
                    isEscaped = true
                } else if scalar == "\"" {
                    isQuoted.toggle()
                } else if !isQuoted {
                    outside.unicodeScalars.append(scalar)
                }
            }
            #expect(!isQuoted, "\(text)")
            let own = outside.replacing(/(release|artist):[\p{L}\p{N}]+\*/, with: "")
            #expect(own.allSatisfy { "catnorelsbdm:()OARND ".contains($0) || $0 == "f" || $0 == "i" }, "\(text): \(own)")
        }
        #expect((ReleaseQuery(String(repeating: "word ", count: 1_000))?.searchText?.utf8.count ?? 0) < 4_000)
        #expect((ReleaseQuery(String(repeating: "w", count: 1_000))?.searchText?.utf8.count ?? 0) < 1_000)
    }
}
