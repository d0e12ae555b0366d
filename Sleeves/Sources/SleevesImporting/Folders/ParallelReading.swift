internal import FoundationEssentials

/// A parallel map over many items on all cores, in small pieces, so that memory doesn't grow with their number.
package struct ParallelReading<Order: Sendable, Answer: Sendable> {
    /// The number of threads: at least two, so that one computes while the other waits for the disk; few, because they share one disk.
    private let width = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
    private let pieceSize: Int
    private let work: @Sendable ([Order]) throws -> [Answer]

    /// - Parameters:
    ///   - pieceSize: The number of items per piece: few, so that no thread is left with many when the others have finished.
    ///   - work: Processes a piece. Called on several threads at once.
    package init(pieceSize: Int, work: @escaping @Sendable ([Order]) throws -> [Answer]) {
        self.pieceSize = pieceSize
        self.work = work
    }

    /// Processes the items from `next` until there are none, and passes on the answers, piece by piece, on the caller's task.
    ///
    /// Several pieces are queued for each thread, so that none is idle while the caller stores answers or looks for more.
    ///
    /// - Parameter next: Returns at most this many orders; none at the end.
    /// - Throws: `CancellationError` if the task was cancelled, and the errors of the closures.
    package func run(next: (_ count: Int) async throws -> [Order], answers: ([Answer]) throws -> Void) async throws {
        let threads = FileReadingExecutor(threads: width)
        var waiting: ArraySlice<Order> = []
        var isAtEnd = false
        try await withThrowingTaskGroup(of: [Answer].self) { [work] group in
            func addNext() async throws {
                if waiting.isEmpty, !isAtEnd {
                    waiting = try await next(pieceSize * width * Self.piecesAhead)[...]
                    isAtEnd = waiting.isEmpty
                }
                guard !waiting.isEmpty else { return }
                let piece = Array(waiting.prefix(pieceSize))
                waiting = waiting.dropFirst(piece.count)
                group.addTask(executorPreference: threads) {
                    try Task.checkCancellation()
                    return try work(piece)
                }
            }
            for _ in 0..<width * Self.piecesAhead { try await addNext() }
            while let done = try await group.next() {
                // Answers from before the cancellation are dropped.
                try Task.checkCancellation()
                try await addNext()
                try answers(done)
            }
        }
        try Task.checkCancellation()
    }

    private static var piecesAhead: Int { 8 }
}
