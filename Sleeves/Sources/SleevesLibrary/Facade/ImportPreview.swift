internal import FoundationEssentials
internal import Heed

/// What an import would do.
public struct ImportPreview: Sendable {
    /// An album that would be another.
    public struct Change: Sendable, Hashable {
        /// What would happen to it.
        public enum Kind: String, Sendable, Hashable, Codable {
            case new
            case changed
            case gone
        }

        /// What would happen to it.
        public let kind: Kind
        /// As it would be, or was.
        public let title: String
        /// As it would be, or was.
        public let artist: String
    }

    /// What the import would report. Covers are not taken for it.
    public let report: ImportReport
    /// In the order in which the import would come to them; empty where it would change more than can be kept.
    public let changes: [Change]
}

extension LibraryAPI {
    /// Finds out what an import would do, by doing it to a copy of the library. Nothing is changed.
    ///
    /// - Parameters: As for ``importAlbums(at:bringsBackRemoved:progress:)``.
    /// - Throws: ``ImportError``, ``PersistencyError``, or `CancellationError`.
    public func previewImport(
        at paths: [String],
        bringsBackRemoved: Bool = false,
        progress: @escaping @Sendable (ImportStage) -> Void = { _ in }
    ) async throws -> ImportPreview {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sleeves-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try persistency.copy(to: folder)
        let copy = try PersistencyManager(libraryDirectory: folder, cacheDirectory: folder + "/cache", reader: persistency.reader)
        defer { try? copy.close() }
        let library = LibraryAPI(persistency: copy, client: client, hub: NotificationHub())
        let before = try copy.historyTop().undo
        let report = try await library.importAlbums(
            at: paths, bringsBackRemoved: bringsBackRemoved, takesCovers: false, progress: progress)
        let after = try copy.historyTop().undo
        return ImportPreview(report: report, changes: try after == before ? [] : after.map(copy.albums(of:)) ?? [])
    }
}
