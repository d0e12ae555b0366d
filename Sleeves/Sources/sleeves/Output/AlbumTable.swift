internal import Localization

/// Albums in columns, for people.
struct AlbumTable: CustomStringConvertible {
    private let rows: [[String]]

    init(_ albums: [ListedAlbum]) {
        let heading = [
            localized("ARTIST"), localized("TITLE"), localized("YEAR"), localized("GENRE"), localized("TRACKS"), localized("COVER"), "ID",
        ]
        rows =
            [heading]
            + albums.map { album in
                [
                    album.artist, album.title, album.year.map(String.init) ?? "–", album.genre ?? "–",
                    album.trackCount.map(String.init) ?? "–", album.cover, album.id,
                ].map(TerminalText.printable)
            }
    }

    /// The table, a line an album; a hint instead of an empty table.
    var description: String {
        guard rows.count > 1 else {
            return localized("No albums. Bring some in with: {command}", ["command": "sleeves import FOLDER"]) + "\n"
        }
        let widths = rows[0].indices.map { column in rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - TerminalText.width(of: cell)) }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
