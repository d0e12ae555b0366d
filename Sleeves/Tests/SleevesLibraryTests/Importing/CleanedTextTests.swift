import Testing

@testable import SleevesLibrary

@Suite("A text is cleaned")
struct CleanedTextTests {
    /// Short texts of everything that matters.
    private static let texts: [String] = {
        let letters = [
            "a", " ", "\t", "\u{7f}", "\u{85}", "é", "\u{301}", "\u{2028}", "\u{a0}", "夜", "の", "\u{3000}", "\u{483}", "\u{200B}",
            "\u{FEFF}",
        ]
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in letters.map { text + $0 } } }
        return texts
    }()

    @Test(
        arguments: [
            ("\u{FEFF}Ada", "Ada"), ("Ada\u{200B}", "Ada"), ("A\u{2060}da", "Ada"), ("\u{FEFF} \u{200B}", nil),
            ("👩\u{200D}🎤", "👩\u{200D}🎤"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("\u{202A}Alb\u{202C}", "\u{202A}Alb\u{202C}"),
        ] as [(String, String?)])
    func `without marks for programs, but with those that change how letters look`(text: String, cleaned: String?) {
        #expect(text.cleaned() == cleaned)
    }

    @Test func `to words with one space between them, or to nothing`() {
        for text in Set(Self.texts) {
            let visible = text.unicodeScalars.filter { !["\u{FEFF}", "\u{200B}", "\u{2060}"].contains($0) }
            let spaced = visible.map { scalar in
                [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory) ? " " : Character(scalar)
            }
            let words = String(String.UnicodeScalarView(spaced.flatMap(\.unicodeScalars))).split(whereSeparator: \.isWhitespace)
            #expect(text.cleaned() == (words.isEmpty ? nil : words.joined(separator: " ")), "\(text.debugDescription)")
        }
    }
}
