import Heed
import Testing

@Suite("Policies that could never work stop the program, and say why")
struct PolicyMisuseTests {
    @Test("A buffer for nothing")
    func emptyBuffer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeliveryPolicy.buffered(0)
        }
        expectMessage(of: result, contains: "pass .buffered a limit of at least 1")
    }

    @Test("Batches of nothing")
    func emptyBatch() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationSource.values(of: Subject<Int>()).batches(upTo: 0)
        }
        expectMessage(of: result, contains: "pass batches(upTo:) a size of at least 1")
    }

    @Test("Leaving out fewer than no elements")
    func negativeCount() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationSource.values(of: Subject<Int>()).dropFirst(-1)
        }
        expectMessage(of: result, contains: "dropFirst cannot drop -1 elements")
    }
}
