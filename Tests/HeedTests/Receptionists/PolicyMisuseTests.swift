import Heed
import Testing

@Suite("Policies that could never work stop the program, and say why")
struct PolicyMisuseTests {
    @Test("A buffer for nothing")
    func emptyBuffer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeliveryPolicy.buffered(0)
        }
        expectMessage(of: result, contains: "give .buffered a limit of at least 1")
    }

    @Test("Batches of nothing")
    func emptyBatch() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = BatchPolicy.batches(upTo: 0, every: .seconds(1))
        }
        expectMessage(of: result, contains: "give .batches a size of at least 1")
    }

    @Test("Batches that never get full")
    func crampedBatch() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = BatchPolicy.batches(upTo: 10, every: .seconds(1), waiting: 9)
        }
        expectMessage(of: result, contains: "never gets full where only 9 may wait")
    }
}
