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
    /// replace the cover.
    ///
    /// - Returns: The change; `nil` if nothing changes, or the album isn't in the library.
    /// - Throws: ``LocalCoverError``, ``HTTPClientError`` or ``CoverError`` if the picture can't be used; ``PersistencyError``.
    @discardableResult
    public func setCover(from origin: CoverOrigin, of id: AlbumID) async throws -> LibraryChange? {
        try await setCover(try await bytes(of: origin), of: id)
    }

    private func bytes(of origin: CoverOrigin) async throws -> [UInt8] {
        let limit = persistency.covers.decoder.byteLimit
        switch origin {
        case .bytes(let bytes): return bytes
        case .file(let path): return try await Task.detached { try LocalCover.file(path: path).read(limit: limit) }.value
        case .address(let address): return try await client.fetch(address, limit: limit, reach: covers.services.reachOfAddresses)
        }
    }
}
