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
        // Far from what was made before, so that no two objects share a cache line.
        let before = UnsafeMutableRawPointer.allocate(byteCount: 65_536, alignment: 64)
        defer { before.deallocate() }
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
                alone: { times in nanoseconds(of: [first], times) },
                together: { times in nanoseconds(of: [first, second], times) / 2 }
            )
        )
    }

    /// The time from when the first thread begins until the last one has finished, with a thread for each poster.
    @MainActor
    private static func nanoseconds(of posters: [any Poster], _ times: Int) -> Double {
        // SAFETY: either they are different objects, or they say that threads may share them.
        nonisolated(unsafe) let posters = posters
        let ready = Atomic(0)
        let clock = ContinuousClock()
        let spans = Mutex<[Range<ContinuousClock.Instant>]>([])
        let finished = DispatchSemaphore(value: 0)
        for index in posters.indices {
            Thread.detachNewThread {
                // What a library sets up for a thread is no part of this.
                posters[index].post(10)
                ready.wrappingAdd(1, ordering: .sequentiallyConsistent)
                while ready.load(ordering: .acquiring) < posters.count {}
                let start = clock.now
                posters[index].post(times)
                let end = clock.now
                spans.withLock { $0.append(start..<end) }
                finished.signal()
            }
        }
        for _ in posters { finished.wait() }
        let both = spans.withLock { $0 }
        return Stopwatch.nanoseconds(both.map(\.lowerBound).min()!.duration(to: both.map(\.upperBound).max()!))
    }
}
