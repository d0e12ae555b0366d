/// Looks for an album's cover where it may be: in memory, on the disk, among the person's own files, on the network.
///
/// - Threading: May be used from any task. Reads and decodes on the calling task's thread, so not on the main actor.
struct CoverFinder: Sendable {
    let persistency: PersistencyManager
    let client: HTTPClient

    /// What came of a search.
    enum Outcome: Sendable {
        case found(CoverImage)
        /// There is nowhere to look.
        case none
        case failed(String)
    }

    /// Finds the cover, keeps it, and notes the outcome in the library.
    func find(_ id: AlbumID) async -> Outcome {
        do {
            guard let album = try persistency.album(id) else { return .none }
            if let digest = album.cover.digest, let image = try persistency.covers.load(digest) { return .found(image) }
            guard let bytes = try await bytes(of: album) else {
                return .none
            }
            return .found(try keep(bytes, for: id))
        } catch is CancellationError {
            return .failed("The search was cancelled.")
        } catch {
            note(error, for: id)
            return .failed(String(describing: error))
        }
    }

    /// Keeps a picture on the disk, and notes in the library that the album has it.
    private func keep(_ bytes: [UInt8], for id: AlbumID) throws -> CoverImage {
        let kept = try persistency.covers.keep(bytes)
        try persistency.setCover(.present(kept.digest), for: id)
        return kept.image
    }

    private var byteLimit: Int { persistency.covers.decoder.byteLimit }

    private func bytes(of album: StoredAlbum) async throws -> [UInt8]? {
        var localProblem: (any Error)?
        if let local = album.localCover {
            do { return try local.read(limit: byteLimit) } catch { localProblem = error }
        }
        if let url = album.coverURL { return try await client.fetch(url, limit: byteLimit) }
        if let localProblem { throw localProblem }
        return nil
    }

    /// Notes a failure that will not pass by itself.
    private func note(_ error: any Error, for id: AlbumID) {
        if let error = error as? HTTPClientError, error.isTemporary { return }
        // If this cannot be noted either, the cover is looked for again next time: no more than that is lost.
        _ = try? persistency.setCover(.failed, for: id)
    }
}
