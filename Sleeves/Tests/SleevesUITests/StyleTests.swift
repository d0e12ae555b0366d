import Testing

@testable import SleevesUI

@MainActor
@Suite("The program's style rules")
struct StyleTests {
    @Test("No shadow of a text or a symbol is blurred")
    func shadows() {
        let shadows = SleevesStyle.common.matches(of: /(?:text|-gtk-icon)-shadow: ([^;]+);/).map(\.output.1)
        #expect(!shadows.isEmpty)
        for shadow in shadows {
            // The offsets to the right and down; a third length would be the radius of the blur.
            let lengths = shadow.split(separator: " ").filter { $0.wholeMatch(of: /-?[0-9.]+(px)?/) != nil }
            #expect(lengths.count == 2, "\(shadow)")
        }
    }
}
