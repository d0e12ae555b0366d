/// The origin of a picture that the user wants as a cover.
public enum CoverOrigin: Sendable, Hashable {
    /// The bytes of the picture's file.
    case bytes([UInt8])
    /// A file with a picture.
    case file(path: String)
    /// An `http` or `https` address of a picture.
    case address(String)
}

extension LibraryAPI {
    /// Reads or fetches a picture that the user has chosen, and sets it as an album's cover. The change can be undone, and imports don't
    /// replace the cover. When it isn't the cover any more, it stays among the album's pictures.
    ///
    /// - Parameter kind: What the picture shows.
    /// - Returns: The change; `nil` if nothing changes, or the album isn't in the library.
    /// - Throws: ``LocalCoverError``, ``HTTPClientError`` or ``CoverError`` if the picture can't be used; ``PersistencyError``.
    @discardableResult
    public func setCover(
        from origin: CoverOrigin, showing kind: AlbumPicture.Kind = .front, of id: AlbumID
    ) async throws -> LibraryChange? {
        let bytes = try await bytes(of: origin)
        if case .file(let path) = origin, await pictures(of: id).contains(where: { $0.place == .file(path: path) }) {
            // It is one of them already.
            return try await setCover(bytes, of: id)
        }
        return try await setCover(bytes, keptAs: kind, of: id)
    }

    func bytes(of origin: CoverOrigin) async throws -> [UInt8] {
        let limit = persistency.covers.decoder.byteLimit
        switch origin {
        case .bytes(let bytes): return bytes
        case .file(let path): return try await Task.detached { try LocalCover.file(path: path).read(limit: limit) }.value
        case .address(let address): return try await client.fetch(address, limit: limit, reach: covers.services.reachOfAddresses)
        }
    }
}
