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

    @Test(
        "A rounded time has whole minutes, and seconds below one minute",
        arguments: [
            (0, "1 s"), (6, "6 s"), (59, "59 s"), (60, "1 min"), (89, "1 min"), (90, "2 min"), (3_569, "59 min"), (3_599, "1 h 0 min"),
            (3_860, "1 h 4 min"),
        ])
    func rounded(_ seconds: Int, _ text: String) {
        #expect(PlayingTime.rounded(seconds) == text)
    }

    @Test("A sum is given only where every time is known")
    func total() {
        #expect(PlayingTime.total(of: []) == nil)
        #expect(PlayingTime.total(of: [60, nil]) == nil)
        #expect(PlayingTime.total(of: [60, 127]) == "3:07")
    }
}
