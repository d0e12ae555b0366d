/// Where a picture comes from that the person wants as a cover.
public enum CoverOrigin: Sendable, Hashable {
    /// The picture itself, as its file has it.
    case bytes([UInt8])
    /// A file with a picture.
    case file(path: String)
    /// An `http` or `https` address of a picture.
    case address(String)
}

extension LibraryAPI {
    /// Reads or fetches a picture of the person's choice, and shows it as an album's cover. It can be undone, and no import takes it back.
    ///
    /// - Returns: The change; `nil` where it changes nothing, or the album is not in the library.
    /// - Throws: ``LocalCoverError``, ``HTTPClientError`` or ``CoverError``, which say what is wrong with the picture; ``PersistencyError``.
    @discardableResult
    public func setCover(from origin: CoverOrigin, of id: AlbumID) async throws -> LibraryChange? {
        try await setCover(try await bytes(of: origin), of: id)
    }

    private func bytes(of origin: CoverOrigin) async throws -> [UInt8] {
        let limit = persistency.covers.decoder.byteLimit
        switch origin {
        case .bytes(let bytes): return bytes
        case .file(let path): return try await Task.detached { try LocalCover.file(path: path).read(limit: limit) }.value
        case .address(let address): return try await client.fetch(address, limit: limit, reach: covers.reachOfAddresses)
        }
    }
}
