internal import Localization

/// A table of albums for reading.
///
/// Lines are at most as wide as the terminal, or eighty columns without one: artists, titles and genres are cut if necessary. Identifiers
/// are shortened to enough digits to name the album.
struct AlbumTable: CustomStringConvertible {
    private let rows: [[String]]
    /// The width in columns.
    private let width = TerminalText.outputWidth
    /// The minimum number of digits of an identifier. A hundred thousand albums hardly ever share ten digits.
    private static let digits = 10
    /// The columns that can be cut, the least important first, with their minimum widths.
    private static let narrowest = [3: 6, 0: 10, 1: 10]
    private static let gap = 2

    init(_ albums: [ListedAlbum]) {
        let heading = [
            localized("ARTIST"), localized("TITLE"), localized("YEAR"), localized("GENRE"), localized("TRACKS"), localized("COVER"), "ID",
        ]
        let digits = Self.digits(of: albums.map(\.album.id.rawValue))
        var rows = [heading]
        for album in albums.map(\.album) {
            let year = album.year.map { String($0) } ?? "–"
            let trackCount = album.trackCount.map { String($0) } ?? "–"
            let row: [String] = [
                album.artist, album.title, year, album.genre ?? "–", trackCount, album.shownCover.name,
                String(album.id.rawValue.prefix(digits)),
            ]
            rows.append(row.map(TerminalText.printable))
        }
        self.rows = rows
    }

    /// Returns the number of digits that distinguish these identifiers.
    private static func digits(of ids: [String]) -> Int {
        let longest = ids.map(\.count).max() ?? 0
        var digits = Self.digits
        while digits < longest, Set(ids.map { $0.prefix(digits) }).count < ids.count { digits += 2 }
        return digits
    }

    /// The table, with one line per album.
    var description: String {
        let widths = columnWidths
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                let shown = TerminalText.cut(cell, to: width)
                return shown + String(repeating: " ", count: max(0, width - TerminalText.width(of: shown)))
            }
            var line = cells.joined(separator: String(repeating: " ", count: Self.gap))
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    private var columnWidths: [Int] {
        var widths = rows[0].indices.map { column in rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0 }
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
        // Cut the widest column first, so that none is cut while another is wide.
        while excess > 0 {
            let column = Self.narrowest.filter { widths[$0.key] > $0.value }.keys.max { (widths[$0], $0) < (widths[$1], $1) }
            guard let column else { break }
            widths[column] -= 1
            excess -= 1
        }
        return widths
    }
}
