/// Takes the covers of albums from their files, on all cores, where an import has found that they are due.
///
/// 1. **Ahead.** While an import is still bringing the albums up to date, the pictures are taken that are likely to be due. What comes of
///    them is kept in memory: the import may yet be interrupted, or find another cover.
/// 2. **Due.** When the albums are up to date, it is written down what came of the pictures that are due, and the others are taken.
///
/// What is due stands in the library, so that a harvest that was interrupted goes on with the next import.
struct CoverHarvest {
    let persistency: PersistencyManager

    /// How many pictures are taken ahead at most, because what came of them is kept in memory.
    static let aheadLimit = 10_000

    /// - Parameters:
    ///   - likely: Pictures that are likely to be due. Ends when the albums are up to date.
    ///   - progress: Told how many albums are done, in order, once that is known to be how many.
    /// - Returns: Whether any album has another cover now.
    @discardableResult
    func run(
        ahead likely: AsyncStream<LocalCover> = AsyncStream { $0.finish() },
        progress: @Sendable (_ done: Int, _ count: Int) -> Void
    ) async throws -> Bool {
        let covers = persistency.covers
        var stage = Stage.ahead(likely.makeAsyncIterator())
        var ahead = PicturesAhead()
        var last = ""
        var unwritten: [TakenCover] = []
        var done = 0
        var count = 0
        func add(_ taken: [TakenCover]) throws {
            guard !taken.isEmpty else { return }
            unwritten += taken
            done += taken.count
            if unwritten.count >= 32 { try write() }
            progress(done, count)
        }
        func write() throws {
            try persistency.settle(unwritten)
            unwritten = []
        }
        func nextLikely() async -> LocalCover? {
            guard case .ahead(var places) = stage else { return nil }
            defer { if case .ahead = stage { stage = .ahead(places) } }
            while let place = await places.next() {
                if ahead.count < Self.aheadLimit, ahead.begin(place) { return place }
            }
            return nil
        }
        func nextDue(_ limit: Int) throws -> [DueCover] {
            while case let page = try persistency.coversDue(after: last, limit: limit), let end = page.last {
                last = end.album.rawValue
                let (known, rest) = ahead.sort(page)
                try add(known)
                if !rest.isEmpty { return rest }
            }
            return []
        }
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            try await ParallelReading<Order, Answer>(pieceSize: 1) { Answer($0, into: covers) }.run { limit in
                if let place = await nextLikely() { return [Order(place: place)] }
                try Task.checkCancellation()
                if case .ahead = stage {
                    stage = .due
                    count = try persistency.countOfCoversDue()
                }
                return try nextDue(limit).map { Order(place: $0.place, album: $0.album) }
            } answers: { answers in
                for answer in answers {
                    if let album = answer.order.album {
                        try add([TakenCover(album: album, place: answer.order.place, outcome: answer.outcome)])
                    } else {
                        try add(ahead.end(answer.order.place, with: answer.outcome))
                    }
                }
            }
        }
        try write()
        return count > 0
    }

    private enum Stage {
        case ahead(AsyncStream<LocalCover>.Iterator)
        case due
    }

    /// A picture to be taken: for an album, or ahead.
    private struct Order {
        var place: LocalCover
        var album: AlbumID?
    }

    private struct Answer {
        let order: Order
        let outcome: TakenCover.Outcome

        init(_ order: Order, into covers: CoverStore) {
            self.order = order
            outcome = TakenCover.take(order.place, into: covers)
        }
    }
}
