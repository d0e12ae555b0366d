import Dispatch
import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("Reading on all cores", .timeLimit(.minutes(10)))
struct ParallelReadingTests {
    /// Announces nothing: all orders are there.
    private static var end: AsyncStream<Never> { AsyncStream { $0.finish() } }

    @Test(arguments: [0, 1, 15, 16, 17, 1000], [1, 16])
    func `answers each order once, whatever their number and the size of a piece`(count: Int, pieceSize: Int) async throws {
        var orders = (0..<count).makeIterator()
        var answered: [Int] = []
        try await ParallelReading<Int, Int>(pieceSize: pieceSize) { $0.map { $0 * 2 } }.run(announcedBy: Self.end) { limit in
            Array((0..<limit).prefix(7).compactMap { _ in orders.next() })
        } answers: {
            answered += $0
        }
        #expect(answered.sorted() == (0..<count).map { $0 * 2 })
    }

    @Test func `has work for every thread while the caller is busy with an answer`() async throws {
        let begun = Tally(goal: 5)
        var orders = (0..<64).makeIterator()
        var isFirst = true
        try await ParallelReading<Int, Int>(pieceSize: 1) { piece in
            begun.add()
            return piece
        }.run(announcedBy: Self.end) { limit in
            Array((0..<limit).compactMap { _ in orders.next() })
        } answers: { _ in
            // Blocks the caller's thread, as a database does.
            if isFirst { begun.waitForGoal() }
            isFirst = false
        }
        #expect(begun.count == 64)
    }

    @Test func `ends when the task is cancelled while it waits for orders`() async throws {
        let isWaiting = AsyncStream<Void>.makeStream()
        let (news, announcing) = AsyncStream<Int>.makeStream()
        announcing.yield(1)
        let task = Task {
            try await ParallelReading<Int, Int>(pieceSize: 1) { $0 }.run(announcedBy: news) { _ in
                isWaiting.continuation.finish()
                return []
            } answers: { _ in
            }
        }
        for await _ in isWaiting.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `passes on answers while no orders are there, and takes later ones`() async throws {
        let (news, announcing) = AsyncStream<Int>.makeStream()
        for order in 0..<3 { announcing.yield(order) }
        var orders: [Int] = []
        var answered: [Int] = []
        try await ParallelReading<Int, Int>(pieceSize: 1) { $0 }.run(announcedBy: news) { order in
            if let order { orders.append(order) }
        } next: { _ in
            orders.isEmpty ? [] : [orders.removeFirst()]
        } answers: { answers in
            answered += answers
            // Each answer leads to another order, which would never come if the answer had to wait for it.
            if answered.count < 10 { announcing.yield(answered.count + 2) } else { announcing.finish() }
        }
        #expect(answered.sorted() == Array(0..<12))
    }

    @Test func `stops at the first error of the work, and throws it`() async throws {
        struct Broken: Error {}
        var orders = (0..<100).makeIterator()
        await #expect(throws: Broken.self) {
            let reading = ParallelReading<Int, Int>(pieceSize: 1) { try $0.map { if $0 == 50 { throw Broken() } else { $0 } } }
            try await reading.run(announcedBy: Self.end) { limit in
                Array((0..<limit).compactMap { _ in orders.next() })
            } answers: { _ in
            }
        }
    }

    @Test func `passes on no answers after the task is cancelled`() async throws {
        let handedOn = Mutex(0)
        let answered = Tally(goal: 8)
        let task = Task {
            var orders = (0..<8).makeIterator()
            try await ParallelReading<Int, Int>(pieceSize: 1) { piece in
                answered.add()
                return piece
            }.run(announcedBy: Self.end) { limit in
                Array((0..<limit).compactMap { _ in orders.next() })
            } answers: { answers in
                handedOn.withLock { $0 += answers.count }
                answered.waitForGoal()
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(handedOn.withLock { $0 } == 1)
    }
}

/// Counts, and lets wait until it has come to a number.
private final class Tally: Sendable {
    private let number = Mutex(0)
    private let goal: Int
    private let isReached = DispatchSemaphore(value: 0)

    init(goal: Int) {
        self.goal = goal
    }

    var count: Int { number.withLock { $0 } }

    func add() {
        let count = number.withLock { number in
            number += 1
            return number
        }
        if count == goal { isReached.signal() }
    }

    /// Blocks the thread.
    func waitForGoal() {
        isReached.wait()
        isReached.signal()
    }
}
