import Dispatch
import Synchronization
import Testing

@testable import SleevesLibrary

@Suite("Reading on all cores", .timeLimit(.minutes(10)))
struct ParallelReadingTests {
    @Test(arguments: [0, 1, 15, 16, 17, 1000], [1, 16])
    func `answers each order once, whatever their number and the size of a piece`(count: Int, pieceSize: Int) async throws {
        var orders = (0..<count).makeIterator()
        var answered: [Int] = []
        try await ParallelReading<Int, Int>(pieceSize: pieceSize) { $0.map { $0 * 2 } }.run { limit in
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
        }.run { limit in
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
        let never = AsyncStream<Int> { _ in }
        let task = Task {
            var orders = never.makeAsyncIterator()
            try await ParallelReading<Int, Int>(pieceSize: 1) { $0 }.run { _ in
                isWaiting.continuation.finish()
                return await orders.next().map { [$0] } ?? []
            } answers: { _ in
            }
        }
        for await _ in isWaiting.stream {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `stops at the first error of the work, and throws it`() async throws {
        struct Broken: Error {}
        var orders = (0..<100).makeIterator()
        await #expect(throws: Broken.self) {
            try await ParallelReading<Int, Int>(pieceSize: 1) { try $0.map { if $0 == 50 { throw Broken() } else { $0 } } }.run { limit in
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
            }.run { limit in
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
