internal import SleevesModel
internal import Localization

/// A file that can't be imported: what it seems to be, by its first bytes and its name, and what to do instead.
package struct ForeignFile {
    private let path: String

    package init(path: String) {
        self.path = path
    }

    /// The kinds of files that can be imported, for an unknown file.
    package static var advice: String {
        localized(
            "This cannot be imported. Choose a music folder, an audio file, a playlist ({playlists}) or a list ({lists}).",
            ["playlists": named(Playlist.endings), "lists": named(ListFormats.usualEndings)])
    }

    /// Returns endings of names as a sentence has them: `.csv, .json`.
    package static func named(_ endings: [String]) -> String {
        endings.map { ".\($0)" }.joined(separator: localized(", ", context: "between counts"))
    }

    /// The apparent kind of the file and a remedy, in whole sentences.
    package var reason: String {
        let name = Path.split(name: Path.name(of: path)).fileExtension
        if ["xlsx", "xls", "ods", "numbers"].contains(name) {
            return localized("This seems to be a spreadsheet. Save it as CSV and import the CSV file.")
        }
        if ["itl", "itdb", "musicdb", "musiclibrary"].contains(name) {
            return localized(
                "This seems to be the internal library of iTunes or Music. Choose File › Library › Export Library there and import the .xml file."
            )
        }
        let head = head
        func begins(_ bytes: UInt8...) -> Bool { head.starts(with: bytes) }
        func begins(_ text: String) -> Bool { head.starts(with: text.utf8) }
        if begins("SQLite format 3\0") {
            return localized(
                "This seems to be a database. Export a list as CSV or JSON from the program it belongs to, and import that list.")
        }
        if begins("PK\u{3}\u{4}") || begins(0x1F, 0x8B) || begins("7z") || begins("Rar!") || begins(0xFD, 0x37, 0x7A) {
            return localized("This seems to be an archive. Extract it and import its contents.")
        }
        if begins(0xFF, 0xD8, 0xFF) || begins(0x89, 0x50, 0x4E, 0x47) || begins("GIF8") || Self.pictures.contains(name) {
            return localized("This seems to be a picture. To use it as an album's cover, drop it on the album in the window.")
        }
        if Self.films.contains(name) {
            return localized("This seems to be a video. Sleeves imports only music.")
        }
        if begins("%PDF") {
            return localized("This seems to be a document. Export the list as CSV or JSON and import that file.")
        }
        let text = String(decoding: head, as: UTF8.self).trimmed().lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            return localized("This seems to be a web page. Export the list as CSV or JSON and import that file.")
        }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            return localized("This seems to be JSON. Change the file's extension to .json and import it again.")
        }
        return Self.advice
    }

    private static let pictures: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "tif", "tiff", "svg"]
    private static let films: Set<String> = ["mkv", "avi", "mov", "webm", "mpg", "mpeg", "m4v", "wmv", "flv"]

    /// The first bytes; none if they can't be read.
    private var head: ArraySlice<UInt8> {
        guard var source = try? ByteSource(path: path, limit: .max), let piece = try? source.nextPiece() else { return [] }
        return piece.prefix(512)
    }
}
