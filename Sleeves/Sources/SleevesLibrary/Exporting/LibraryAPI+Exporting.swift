/// The forms in which a library can be exported.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// All that the library knows but for files and pictures. Imported again, it gives the same albums.
    case json
    /// A collection as Discogs exports it, for spreadsheets; Sleeves reads it too.
    case csv
}

extension LibraryAPI {
    /// Writes all albums, as of one moment, to a file. Where it stands there is the old file or the whole new one.
    ///
    /// - Parameters:
    ///   - path: Where to write; `nil` for standard output.
    ///   - format: How.
    /// - Returns: How many albums were written.
    /// - Throws: ``ExportError`` or ``PersistencyError``.
    /// - Complexity: O(*n*) in the number of albums; only one is in memory at a time.
    @discardableResult
    public func export(to path: String?, as format: ExportFormat) throws -> Int {
        var file = try ExportFile(path: path)
        var count = 0
        try file.write((format == .json ? "[" : DiscogsCSVRows.header).utf8)
        try persistency.forEachAlbum { archived in
            switch format {
            case .json:
                try file.write((count == 0 ? "\n" : ",\n").utf8)
                try file.write(try ExportedAlbum(archived).json())
            case .csv:
                try file.write(DiscogsCSVRows(archived: archived).lines.utf8)
            }
            count += 1
        }
        if format == .json { try file.write("\n]\n".utf8) }
        try file.finish()
        return count
    }
}
