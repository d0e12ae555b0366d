import SleevesLibrary
import Testing

@Suite struct ProgressEstimateTests {
    private let start = ContinuousClock.now

    @Test func `says nothing before half a second, then the rate and the rest`() {
        var estimate = ProgressEstimate()
        estimate.update(stage: "files", done: 0, of: 100, at: start)
        estimate.update(stage: "files", done: 10, of: 100, at: start + .milliseconds(400))
        #expect(estimate.rate == nil)
        #expect(estimate.remaining == nil)
        estimate.update(stage: "files", done: 20, of: 100, at: start + .seconds(2))
        #expect(estimate.rate == 10)
        #expect(estimate.remaining == .seconds(8))
    }

    @Test func `what was done before it began does not count towards the rate`() {
        var estimate = ProgressEstimate()
        estimate.update(stage: "files", done: 900, of: 1000, at: start)
        estimate.update(stage: "files", done: 910, of: 1000, at: start + .seconds(1))
        #expect(estimate.rate == 10)
        #expect(estimate.remaining == .seconds(9))
    }

    @Test func `another stage begins anew`() {
        var estimate = ProgressEstimate()
        estimate.update(stage: "files", done: 0, of: 10, at: start)
        estimate.update(stage: "files", done: 10, of: 10, at: start + .seconds(1))
        #expect(estimate.remaining == .zero)
        estimate.update(stage: "albums", done: 1, of: 10, at: start + .seconds(2))
        #expect(estimate.rate == nil)
        estimate.update(stage: "albums", done: 2, of: 10, at: start + .seconds(4))
        #expect(estimate.rate == 0.5)
    }
}
