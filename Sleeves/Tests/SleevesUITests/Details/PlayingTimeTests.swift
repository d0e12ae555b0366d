import Testing

@testable import SleevesUI

@Suite("Playing times")
struct PlayingTimeTests {
    @Test(
        "All numbers but the first have two digits",
        arguments: [
            (0, "0:00"), (7, "0:07"), (60, "1:00"), (187, "3:07"), (3599, "59:59"), (3600, "1:00:00"), (3765, "1:02:45"),
            (36_000, "10:00:00"),
        ])
    func figures(_ seconds: Int, _ text: String) {
        #expect(PlayingTime.figures(seconds) == text)
    }

    @Test("A sum is given only where every time is known")
    func total() {
        #expect(PlayingTime.total(of: []) == nil)
        #expect(PlayingTime.total(of: [60, nil]) == nil)
        #expect(PlayingTime.total(of: [60, 127]) == "3:07")
    }
}
