import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("Threads for blocking reads", .timeLimit(.minutes(1)))
struct FileReadingExecutorTests {
    /// The jobs' view of each other.
    private final class Record: Sendable {
        let counts = Mutex((now: 0, most: 0, all: 0))
        let order = Mutex<[Int]>([])
    }

    @Test("All jobs run, never more at once than there are threads", arguments: [1, 3])
    func width(threads: Int) async {
        let executor = FileReadingExecutor(threads: threads)
        let record = Record()
        await withTaskGroup { group in
            for _ in 0..<200 {
                group.addTask(executorPreference: executor) {
                    record.counts.withLock { counts in
                        counts.now += 1
                        counts.most = max(counts.most, counts.now)
                    }
                    // Long enough for the others to come.
                    _ = (0..<10_000).reduce(0, &+)
                    record.counts.withLock { counts in
                        counts.now -= 1
                        counts.all += 1
                    }
                }
            }
        }
        #expect(record.counts.withLock(\.all) == 200)
        #expect(record.counts.withLock(\.most) <= threads)
    }

    @Test("With one thread, jobs run in the order in which they came")
    func order() async {
        let executor = FileReadingExecutor(threads: 1)
        let record = Record()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask(executorPreference: executor) { record.order.withLock { $0.append(number) } }
            }
        }
        #expect(record.order.withLock(\.self) == Array(0..<100))
    }
}
