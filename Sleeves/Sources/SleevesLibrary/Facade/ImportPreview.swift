internal import FoundationEssentials
internal import Heed

/// The expected result of an import.
public struct ImportPreview: Sendable {
    /// An album that the import would change.
    public typealias Change = AlbumChange

    /// The report that the import would return. A preview takes no covers.
    public let report: ImportReport
    /// The first changes, in the order of the import, at most ``limit``; empty if they are too large to keep.
    public let changes: [Change]
    /// The number of all changes.
    public let count: Int

    /// The maximum number of changes.
    public static let limit = 1_000
}

extension LibraryAPI {
    /// Returns the expected result of an import, by performing it on a copy of the library. The library itself doesn't change.
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
        guard let after, after != before else { return ImportPreview(report: report, changes: [], count: 0) }
        let changes = try copy.albums(of: after, limit: ImportPreview.limit)
        return ImportPreview(report: report, changes: changes, count: after.albumCount)
    }
}
