import Testing

@testable import SleevesLibrary

@Suite("A text is cleaned")
struct CleanedTextTests {
    /// Short texts of everything that matters.
    private static let texts: [String] = {
        let letters = ["a", " ", "\t", "\u{7f}", "\u{85}", "é", "\u{301}", "\u{2028}", "\u{a0}", "夜", "の", "\u{3000}", "\u{483}"]
        var texts = [""]
        for _ in 0..<4 { texts += texts.flatMap { text in letters.map { text + $0 } } }
        return texts
    }()

    @Test func `to words with one space between them, or to nothing`() {
        for text in Set(Self.texts) {
            let spaced = text.unicodeScalars.map { scalar in
                [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory) ? " " : Character(scalar)
            }
            let words = String(String.UnicodeScalarView(spaced.flatMap(\.unicodeScalars))).split(whereSeparator: \.isWhitespace)
            #expect(text.cleaned() == (words.isEmpty ? nil : words.joined(separator: " ")), "\(text.debugDescription)")
        }
    }
}
