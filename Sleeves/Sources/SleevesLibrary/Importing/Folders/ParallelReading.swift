internal import FoundationEssentials

/// Does a piece of work on many things on all cores, a few at a time, so that memory does not grow with their number.
struct ParallelReading<Order: Sendable, Answer: Sendable> {
    /// Two at least, so that one waits for the disk while the other computes; few, because one disk serves them all.
    private let width = min(max(ProcessInfo.processInfo.activeProcessorCount, 2), 8)
    private let pieceSize: Int
    private let work: @Sendable ([Order]) throws -> [Answer]

    /// - Parameters:
    ///   - pieceSize: How much one thread takes at once: few, so that none is left with much when the others have finished.
    ///   - work: What is to be done with a piece. Called on several threads at once.
    init(pieceSize: Int, work: @escaping @Sendable ([Order]) throws -> [Answer]) {
        self.pieceSize = pieceSize
        self.work = work
    }

    /// Works on what `next` gives until it gives nothing, and hands the answers on, a piece after another, on the caller's task.
    ///
    /// Several pieces wait for each thread, so that none is without work while the caller writes answers down or looks for more.
    ///
    /// - Parameter next: At most so many orders; none at the end.
    /// - Throws: `CancellationError` where the task was cancelled, and what the closures throw.
    func run(next: (_ count: Int) async throws -> [Order], answers: ([Answer]) throws -> Void) async throws {
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
                // What was answered before the task was cancelled is not handed on any more.
                try Task.checkCancellation()
                try await addNext()
                try answers(done)
            }
        }
        try Task.checkCancellation()
    }

    private static var piecesAhead: Int { 8 }
}
