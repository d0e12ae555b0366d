import Foundation
import Testing

@testable import SleevesLibrary
@testable import SleevesNetworking

@Suite("Texts in one form of Unicode")
struct NormalizedTextTests {
    /// Foundation's forms are those that albums' identifiers were made from.
    @Test(
        "A text has the form that Foundation gives it",
        arguments: [
            "", "plain", "Bjo\u{308}rk", "Björk", "e\u{301}\u{323}", "e\u{323}\u{301}", "각\u{1112}\u{1161}\u{11AB}", "ﬁ ½ Ⅳ ㍿ ＡＢＣ",
            "か\u{3099}",
            "\u{2126}\u{212B}", "\u{1D15E}", "Å\u{0}a\u{30A}\u{0}", "\u{0}", "\u{1F468}\u{200D}\u{1F469}", "Ά\u{345}", "אּ שׁ", "क़",
            "\u{FFFD}",
        ])
    func forms(text: String) {
        #expect(Array(text.normalized(.composed).utf8) == Array(text.precomposedStringWithCanonicalMapping.utf8))
        #expect(Array(text.normalized(.compatibilityDecomposed).utf8) == Array(text.decomposedStringWithCompatibilityMapping.utf8))
    }

    /// GLib's and Foundation's Unicode have the version of the system and of the toolchain. Letters never change once they are in both.
    @Test("All letters of Unicode's first planes have Foundation's forms")
    func letters() {
        var different: [String] = []
        for value in UInt32(0x80)...0x1FFFF {
            // Unicode 14 is that of the oldest GLib that Sleeves runs with.
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= 14 else { continue }
            let text = String(scalar)
            if Array(text.normalized(.composed).utf8) != Array(text.precomposedStringWithCanonicalMapping.utf8)
                || Array(text.normalized(.compatibilityDecomposed).utf8) != Array(text.decomposedStringWithCompatibilityMapping.utf8)
            {
                different.append(String(value, radix: 16))
            }
        }
        #expect(different.isEmpty)
    }

    @Test(
        "White space and line ends around a text go, of whatever kind they are",
        arguments: [
            ("", ""), (" \t\r\n", ""), (" a b ", "a b"), ("\u{A0}\u{3000}a\u{2028}", "a"), ("a\r\n", "a"), ("e\u{301} ", "e\u{301}"),
        ])
    func trimming(text: String, trimmed: String) {
        #expect(text.trimmed() == trimmed)
    }
}
