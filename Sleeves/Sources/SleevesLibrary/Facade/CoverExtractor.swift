/// An extractor that takes due covers from the albums' files, on all cores, during an import.
///
/// 1. **Ahead.** While the import still updates the albums, the extractor takes pictures that are likely to be due. It keeps the results in
///    memory, because the import may be interrupted or find another cover.
/// 2. **Due.** When the albums are up to date, the extractor saves the results that are due, and takes the remaining pictures.
///
/// The library stores which covers are due, so the next import continues an interrupted extraction.
struct CoverExtractor {
    let persistency: PersistencyManager

    /// The maximum number of pictures to take ahead, because their results are kept in memory.
    static let aheadLimit = 10_000

    /// - Parameters:
    ///   - likely: Pictures that are likely to be due. The stream ends when the albums are up to date.
    ///   - progress: Receives the number of finished albums, in order, once the total is known.
    /// - Returns: Whether the cover of any album changed.
    @discardableResult
    func run(
        ahead likely: AsyncStream<LocalCover> = AsyncStream { $0.finish() },
        progress: @escaping @Sendable (_ done: Int, _ count: Int) -> Void
    ) async throws -> Bool {
        let covers = persistency.covers
        var course = Course(persistency: persistency, progress: progress)
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            let reading = ParallelReading<LocalCover, TakenPicture>(pieceSize: 1) { try $0.map { try TakenPicture($0, into: covers) } }
            try await reading.run(announcedBy: likely) { place in
                if let place { course.expect(place) } else { try course.beginDue() }
            } next: { limit in
                try course.next(limit)
            } answers: { pictures in
                for picture in pictures { try course.note(picture) }
            }
        }
        try course.write()
        return course.count > 0
    }

    /// The progress of an extraction.
    private struct Course {
        let persistency: PersistencyManager
        let progress: (_ done: Int, _ count: Int) -> Void
        /// The likely pictures to take next.
        var likely: ArraySlice<LocalCover> = []
        /// Whether the albums are up to date.
        var isDue = false
        /// The number of albums to process; known in the second stage.
        var count = 0
        var done = 0
        var pictures = PicturesUnderWay()
        var unwritten: [TakenCover] = []
        /// The last album that the second stage has visited.
        var last = ""

        mutating func expect(_ place: LocalCover) {
            if pictures.count < CoverExtractor.aheadLimit, pictures.begin(place) { likely.append(place) }
        }

        mutating func beginDue() throws {
            isDue = true
            count = try persistency.countOfCoversDue()
        }

        /// Returns the next pictures to take.
        mutating func next(_ limit: Int) throws -> [LocalCover] {
            if let place = likely.popFirst() { return [place] }
            guard isDue else { return [] }
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
            unwritten += try covers.map(replaced)
            done += covers.count
            if unwritten.count >= 32 { try write() }
            progress(done, count)
        }

        /// Returns a cover, or if it can't be used as a whole, the first of the album's other pictures that can.
        private func replaced(_ cover: TakenCover) throws -> TakenCover {
            if cover.picture.isWhole { return cover }
            for place in try persistency.otherCovers(of: cover.album) where place != cover.picture.place {
                let other = try TakenPicture(place, into: persistency.covers)
                if other.isWhole { return TakenCover(album: cover.album, picture: other, insteadOf: cover.picture) }
            }
            return cover
        }

        mutating func write() throws {
            try persistency.settle(unwritten)
            unwritten = []
        }
    }
}
