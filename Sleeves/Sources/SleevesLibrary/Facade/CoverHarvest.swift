internal import Localization

/// Takes the covers of albums from their files, on all cores, where an import has found that they are due.
///
/// What is due stands in the library, so that a harvest that was interrupted goes on with the next import.
struct CoverHarvest {
    let persistency: PersistencyManager

    /// - Parameter progress: Told how many albums are done, in order.
    /// - Returns: Whether any album has another cover now.
    @discardableResult
    func run(progress: @Sendable (_ done: Int, _ count: Int) -> Void) async throws -> Bool {
        let count = try persistency.countOfCoversDue()
        guard count > 0 else { return false }
        let covers = persistency.covers
        var last = ""
        var taken: [TakenCover] = []
        var done = 0
        func write() throws {
            try persistency.settle(taken)
            taken = []
        }
        try await withTaskExecutorPreference(FileReadingExecutor()) {
            try await ParallelReading<DueCover, TakenCover>(pieceSize: 1) { TakenCover($0, into: covers) }.run { count in
                let due = try persistency.coversDue(after: last, limit: count)
                last = due.last?.album.rawValue ?? last
                return due
            } answers: { answers in
                taken += answers
                done += answers.count
                if taken.count >= 32 { try write() }
                progress(done, count)
            }
        }
        try write()
        return true
    }
}

/// A cover that is to be taken from a person's file.
struct DueCover: Sendable {
    var album: AlbumID
    var place: LocalCover
}

/// What came of taking a cover.
struct TakenCover: Sendable {
    let album: AlbumID
    let place: LocalCover
    /// The thumbnail, or why there is none: a sentence that goes on where the path of the file ends, or stands for itself.
    let outcome: Result<CoverDigest, Reason>

    struct Reason: Error {
        let text: String
    }

    init(_ due: DueCover, into covers: CoverStore) {
        album = due.album
        place = due.place
        do {
            outcome = .success(try covers.keepUnseen(try due.place.read(limit: covers.decoder.byteLimit)))
        } catch let error as LocalCoverError {
            outcome = .failure(Reason(text: error.reason))
        } catch {
            outcome = .failure(Reason(text: localized("has a cover that cannot be used. {error}", ["error": "\(error)"])))
        }
    }
}

extension LocalCover {
    /// The file that has the picture, or is it.
    var path: String {
        switch self {
        case .embedded(let path), .file(let path): path
        }
    }
}
