/// Takes the covers of albums from their files, on all cores, where an import has found that they are due.
///
/// 1. **Ahead.** While an import is still bringing the albums up to date, the pictures are taken that are likely to be due. What comes of
///    them is kept in memory: the import may yet be interrupted, or find another cover.
/// 2. **Due.** When the albums are up to date, it is written down what came of the pictures that are due, and the others are taken.
///
/// What is due stands in the library, so that a harvest that was interrupted goes on with the next import.
struct CoverExtractor {
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
        progress: @escaping @Sendable (_ done: Int, _ count: Int) -> Void
    ) async throws -> Bool {
        let covers = persistency.covers
        var course = Course(persistency: persistency, likely: likely.makeAsyncIterator(), progress: progress)
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            try await ParallelReading<LocalCover, TakenPicture>(pieceSize: 1) { try $0.map { try TakenPicture($0, into: covers) } }.run {
                limit in
                try await course.next(limit)
            } answers: { pictures in
                for picture in pictures { try course.note(picture) }
            }
        }
        try course.write()
        return course.count > 0
    }

    /// How far a harvest has come.
    private struct Course {
        let persistency: PersistencyManager
        /// `nil` once the albums are up to date.
        var likely: AsyncStream<LocalCover>.Iterator?
        let progress: (_ done: Int, _ count: Int) -> Void
        /// How many albums there are to be done; known in the second stage.
        private(set) var count = 0
        private var done = 0
        private var pictures = PicturesUnderWay()
        private var unwritten: [TakenCover] = []
        /// The last of the albums that were looked at in the second stage.
        private var last = ""

        init(
            persistency: PersistencyManager,
            likely: AsyncStream<LocalCover>.Iterator,
            progress: @escaping (_ done: Int, _ count: Int) -> Void
        ) {
            self.persistency = persistency
            self.likely = likely
            self.progress = progress
        }

        /// The pictures to be taken next.
        mutating func next(_ limit: Int) async throws -> [LocalCover] {
            while let place = await likely?.next() {
                if pictures.count < CoverExtractor.aheadLimit, pictures.begin(place) { return [place] }
            }
            if likely != nil {
                // The stream ends early where the task was cancelled.
                try Task.checkCancellation()
                likely = nil
                count = try persistency.countOfCoversDue()
            }
            while case let page = try persistency.coversDue(after: last, limit: limit), let end = page.last {
                last = end.album.rawValue
                let (known, places) = pictures.sort(page)
                try add(known)
                if !places.isEmpty { return places }
            }
            return []
        }

        mutating func note(_ picture: TakenPicture) throws {
            try add(pictures.end(picture))
        }

        private mutating func add(_ covers: [TakenCover]) throws {
            guard !covers.isEmpty else { return }
            unwritten += covers
            done += covers.count
            if unwritten.count >= 32 { try write() }
            progress(done, count)
        }

        mutating func write() throws {
            try persistency.settle(unwritten)
            unwritten = []
        }
    }
}
