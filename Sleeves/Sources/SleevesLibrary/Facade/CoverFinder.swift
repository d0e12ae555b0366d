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
    func find(_ id: AlbumID, size: CoverSize = .standard) async -> Outcome {
        do {
            guard let album = try persistency.album(id) else { return .none }
            if let chosen = album.chosenCover, let image = try chosenImage(chosen, size: size) { return .found(image) }
            if let digest = album.cover.digest, let kept = try persistency.covers.load(digest, size: size) {
                return .found(kept.isSmaller ? enlarged(digest, of: album, size: size) ?? kept.image : kept.image)
            }
            guard let bytes = try await bytes(of: album) else {
                return .none
            }
            return .found(try keep(bytes, for: id, size: size))
        } catch is CancellationError {
            return .failed("The search was cancelled.")
        } catch {
            note(error, for: id)
            return .failed(String(describing: error))
        }
    }

    /// The cover that the person has chosen; `nil` where it is lost.
    private func chosenImage(_ digest: CoverDigest, size: CoverSize) throws -> CoverImage? {
        let kept = try persistency.covers.load(digest, size: size)
        if let kept, !kept.isSmaller { return kept.image }
        guard let bytes = persistency.chosenCovers.bytes(of: digest) else { return kept?.image }
        return try persistency.covers.keep(bytes, in: [size], showing: size).image
    }

    /// Keeps a picture on the disk, and notes in the library that the album has it.
    private func keep(_ bytes: [UInt8], for id: AlbumID, size: CoverSize) throws -> CoverImage {
        let kept = try persistency.covers.keep(bytes, showing: size)
        try persistency.setCover(.present(kept.digest), for: id)
        return kept.image
    }

    /// The cover in a larger size than is kept, from the file that it came from; `nil` where that is gone or has another picture now.
    private func enlarged(_ digest: CoverDigest, of album: StoredAlbum, size: CoverSize) -> CoverImage? {
        guard let bytes = try? album.localCover?.read(limit: byteLimit), CoverDigest(of: bytes) == digest else { return nil }
        return try? persistency.covers.keep(bytes, in: [size], showing: size).image
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
