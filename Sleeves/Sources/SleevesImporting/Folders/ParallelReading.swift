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

    /// Processes the items from `next`, and passes on the answers, piece by piece. Calls all closures on the caller's task.
    ///
    /// Several pieces are queued for each thread, so that none is idle while the caller stores answers or looks for more. Answers are passed
    /// on as they come, also while no items are there yet.
    ///
    /// - Parameters:
    ///   - news: Announces more items. It ends when no more come.
    ///   - note: Called with each announcement, and with `nil` at their end.
    ///   - next: Returns at most this many orders; none if there are none at the moment.
    /// - Throws: `CancellationError` if the task was cancelled, and the errors of the closures.
    package func run<News: Sendable>(
        announcedBy news: AsyncStream<News>,
        note: (News?) throws -> Void = { _ in },
        next: (_ count: Int) throws -> [Order],
        answers: ([Answer]) throws -> Void
    ) async throws {
        let threads = FileReadingExecutor(threads: width)
        var waiting: ArraySlice<Order> = []
        var underWay = 0
        try await withThrowingTaskGroup(of: Event<News>.self) { [work] group in
            func fill() throws {
                while underWay < width * Self.piecesAhead {
                    if waiting.isEmpty { waiting = try next(pieceSize * width * Self.piecesAhead)[...] }
                    guard !waiting.isEmpty else { return }
                    let piece = Array(waiting.prefix(pieceSize))
                    waiting = waiting.dropFirst(piece.count)
                    underWay += 1
                    group.addTask(executorPreference: threads) {
                        try Task.checkCancellation()
                        return .answers(try work(piece))
                    }
                }
            }
            func listen() {
                group.addTask {
                    var pieces = news.makeAsyncIterator()
                    return .news(await pieces.next())
                }
            }
            listen()
            while let event = try await group.next() {
                // Answers from before the cancellation are dropped.
                try Task.checkCancellation()
                switch event {
                case .news(let piece):
                    if piece != nil { listen() }
                    try note(piece)
                    try fill()
                case .answers(let done):
                    underWay -= 1
                    try fill()
                    try answers(done)
                }
            }
        }
        try Task.checkCancellation()
    }

    private enum Event<News: Sendable>: Sendable {
        case news(News?)
        case answers([Answer])
    }

    private static var piecesAhead: Int { 8 }
}
