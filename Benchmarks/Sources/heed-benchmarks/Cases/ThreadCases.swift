import Foundation
import Synchronization

/// Two threads that post at once: on one object, and on one each. There is one observer, so that the posting itself weighs most.
enum ThreadCases {
    static let all = [
        Case(name: "threads-shared", title: "two threads posting on one object", unit: .timesOneThread) {
            Posters.each.compactMap { make in
                let poster = prepared(make)
                return poster.isThreadSafe && !poster.isAsynchronous ? contender(poster, poster) : nil
            }
        },
        Case(name: "threads-own", title: "two threads posting on one object each", unit: .timesOneThread) {
            Posters.each.filter { $0().canPostAnywhere && !$0().isAsynchronous }.map { contender(prepared($0), prepared($0)) }
        },
    ]

    private static func prepared(_ make: () -> any Poster) -> any Poster {
        let poster = make()
        poster.add(1, addingTo: .thread)
        return poster
    }

    @MainActor
    private static func contender(_ first: any Poster, _ second: any Poster) -> Contender {
        Contender(
            first.name,
            first.role,
            .speedUp(
                alone: { times in Stopwatch.nanoseconds { first.post(times) } },
                together: { times in nanosecondsOfTwo(first, second, times) / 2 }
            )
        )
    }

    /// The time from when both threads stand ready until both have finished.
    @MainActor
    private static func nanosecondsOfTwo(_ first: any Poster, _ second: any Poster, _ times: Int) -> Double {
        // SAFETY: either the two are different objects, or this one says that threads may share it.
        nonisolated(unsafe) let posters = [first, second]
        let ready = Atomic(0)
        let durations = Mutex(Duration.zero)
        let finished = DispatchSemaphore(value: 0)
        for index in 0..<2 {
            Thread.detachNewThread {
                ready.wrappingAdd(1, ordering: .sequentiallyConsistent)
                while ready.load(ordering: .acquiring) < 2 {}
                let duration = ContinuousClock().measure { posters[index].post(times) }
                durations.withLock { $0 = max($0, duration) }
                finished.signal()
            }
        }
        finished.wait()
        finished.wait()
        return Stopwatch.nanoseconds(durations.withLock { $0 })
    }
}
