#if DEBUG
    import Foundation
    import Interleavings
    import Testing

    @testable import Heed

    // `HEED_SCHEDULES` sets the number of schedules, and `HEED_SCHEDULES_SEED` the first seed.

    /// Random programs of two to four threads, in random orders of what their locks protect: in the end every observer, receptionist and
    /// binding holds what the object holds, old and new values form chains, and a mirrored list equals the original.
    @Suite("The last value is the last, in whatever order threads store and deliver", .disabled(if: isSanitized))
    struct StoreOrderTests {
        private static let scheduleCount = ProcessInfo.processInfo.environment["HEED_SCHEDULES"].flatMap { Int($0) } ?? 4_000
        private static let schedulesPerProgram = 20

        // In processes of their own: an exploration occupies a thread of the tests' pool all the time.

        @Test("Whatever threads change, at the end everyone has the last value")
        func lastValueIsLast() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let first = ProcessInfo.processInfo.environment["HEED_SCHEDULES_SEED"].flatMap { UInt64($0) } ?? 1
                let count = UInt64(StoreOrderTests.scheduleCount / StoreOrderTests.schedulesPerProgram)
                StoreOrderTests.say(StoreOrderTests.search(first..<first + count, isOrdered: true))
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.isEmpty, "\(text)")
        }

        @Test("Without turns, a stale last value is found")
        func faultIsFound() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                StoreOrderTests.say(StoreOrderTests.search(1..<500, isOrdered: false))
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("ends with"), "\(text)")
        }

        private static func say(_ text: String?) {
            if let text { FileHandle.standardError.write(Data((text + "\n").utf8)) }
        }

        /// - Returns: The smallest program found that leaves something wrong, and what that is.
        private static func search(_ seeds: Range<UInt64>, isOrdered: Bool) -> String? {
            let explorers = (2...4).map { Explorer(threads: $0) }
            defer { for explorer in explorers { explorer.stop() } }
            func violation(in program: StoreOrderProgram, seed: UInt64, runs: Int) -> String? {
                let explorer = explorers[program.threads.count - 2]
                let outcome = explorer.explore(.random(runs: runs, seed: seed)) {
                    let run = StoreOrderRun(program)
                    func work(_ number: Int) {
                        SteppedThread.run(on: StoreOrderThread(number, explorer, isOrdered)) { run.work(number) }
                    }
                    return (work, { if let complaint = run.complaint() { explorer.report(complaint) } })
                }
                return outcome.violation?.what
            }
            for seed in seeds {
                var program = StoreOrderProgram(seed: seed)
                guard var what = violation(in: program, seed: seed, runs: schedulesPerProgram) else { continue }
                while let (smaller, reason) = program.smaller.lazy.compactMap({ smaller in
                    violation(in: smaller, seed: seed, runs: 500).map { (smaller, $0) }
                }).first {
                    (program, what) = (smaller, reason)
                }
                return "seed \(seed): \(what)\n\(program)"
            }
            return nil
        }
    }

    /// A thread that an explorer stops before each lock and each write of an atomic word.
    final class StoreOrderThread: SteppedThread {
        private let number: Int
        private let explorer: Explorer
        private let isOrdering: Bool

        init(_ number: Int, _ explorer: Explorer, _ isOrdering: Bool) {
            self.number = number
            self.explorer = explorer
            self.isOrdering = isOrdering
            super.init()
        }

        override var ordersDeliveries: Bool { isOrdering }

        override func willAccess(_ address: UnsafeRawPointer, size: Int, isWrite: Bool) -> Bool {
            explorer.willMake(Access(isWrite ? .write : .read, at: UInt(bitPattern: address), size: size), number)
            return true
        }

        override func willLock(_ lock: UnsafeRawPointer) {
            explorer.willMake(Access(.lock, at: UInt(bitPattern: lock)), number)
        }

        override func willUnlock(_ lock: UnsafeRawPointer) {
            explorer.willMake(Access(.unlock, at: UInt(bitPattern: lock)), number)
        }
    }
#endif
