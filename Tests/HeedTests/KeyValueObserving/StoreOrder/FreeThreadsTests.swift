import Testing

/// The same programs with threads that nothing stops, which the thread sanitizer can watch.
@Suite("The last value is the last, with threads that run freely")
struct FreeThreadsTests {
    @Test("Threads that run freely leave everyone with the last value")
    func lastValueIsLast() {
        for seed in 1...300 as ClosedRange<UInt64> {
            let program = StoreOrderProgram(seed: seed)
            let run = StoreOrderRun(program)
            #expect(OtherThread.concurrently(program.threads.count) { run.work($0) })
            let complaint = run.complaint()
            #expect(complaint == nil, "seed \(seed): \(complaint ?? "")\n\(program)")
        }
    }
}
