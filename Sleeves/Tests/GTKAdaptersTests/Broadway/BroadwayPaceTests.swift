import Testing

@testable import GTKAdapters

@Suite("The pace of browsers' events")
struct BroadwayPaceTests {
    @Test func `is that of a person without a delay`() {
        var pace = BroadwayPace()
        // A thousand events a second, for a minute.
        for now in 0..<60_000 { #expect(pace.delay(of: 42, at: now) == 0) }
    }

    @Test func `is bounded over a longer time, after a burst`() {
        var pace = BroadwayPace()
        var (now, sent) = (0, 0)
        while now < 60_000 {
            now += pace.delay(of: 4_096, at: now)
            sent += 4_096
        }
        #expect(sent <= BroadwayPace.burst + 61 * BroadwayPace.rate)
        #expect(sent >= 59 * BroadwayPace.rate)
        // After a pause, a burst is free again.
        #expect(pace.delay(of: BroadwayPace.burst, at: now + 10_000) == 0)
        #expect(pace.delay(of: BroadwayPace.rate, at: now + 10_000) == 1_000)
    }
}
