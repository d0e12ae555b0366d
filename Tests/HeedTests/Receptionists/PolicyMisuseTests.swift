import Heed
import Testing

@Suite("Invalid policies trap with the reason")
struct PolicyMisuseTests {
    @Test("A buffer with a limit of 0 traps")
    func emptyBuffer() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DeliveryPolicy.buffered(0)
        }
        expectMessage(of: result, contains: "pass .buffered a limit of at least 1")
    }

    @Test("Batches with a size of 0 trap")
    func emptyBatch() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationSource.values(of: Subject<Int>()).batches(upTo: 0)
        }
        expectMessage(of: result, contains: "pass batches(upTo:) a size of at least 1")
    }

    @Test("Dropping a negative number of elements traps")
    func negativeCount() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ObservationSource.values(of: Subject<Int>()).dropFirst(-1)
        }
        expectMessage(of: result, contains: "dropFirst cannot drop -1 elements")
    }
}
