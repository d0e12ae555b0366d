/// The formats of an export.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    /// Everything that the library knows except files and pictures: also the wishes. Importing it gives the same albums.
    case json
    /// A collection in Discogs' format, for spreadsheets. Sleeves imports it too.
    case csv
}

extension LibraryAPI {
    /// Writes albums, as of one moment, to a file. An existing file is replaced when the new one is complete.
    ///
    /// - Parameters:
    ///   - ids: The albums, in order; missing ones are skipped. `nil` for all albums.
    ///   - path: The path of the file; `nil` for standard output.
    ///   - format: The format.
    /// - Returns: The number of exported albums.
    /// - Throws: ``ExportError`` or ``PersistencyError``.
    /// - Complexity: O(*n*) in the number of albums; only one is in memory at a time.
    @discardableResult
    public func export(_ ids: [AlbumID]? = nil, to path: String?, as format: ExportFormat) throws -> Int {
        var file = try ExportFile(path: path)
        var count = 0
        let rows = DiscogsCSVRows(own: format == .csv ? try persistency.ownFields().map(\.field) : [])
        try file.write((format == .json ? "[" : rows.header).utf8)
        func write(_ album: ExportedAlbum) throws {
            try file.write((count == 0 ? "\n" : ",\n").utf8)
            try file.write(try album.json())
        }
        try persistency.forEachAlbum(of: ids) { archived in
            switch format {
            case .json:
                try write(ExportedAlbum(archived))
            case .csv:
                // A collection has no wishes, unless someone asks for them.
                if ids == nil, archived.isWanted { return }
                try file.write(rows.lines(of: archived).utf8)
            }
            count += 1
        }
        if format == .json { try file.write("\n]\n".utf8) }
        try file.finish()
        return count
    }
}
