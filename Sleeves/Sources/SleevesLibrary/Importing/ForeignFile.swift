internal import Localization

/// A file that is nothing that can be imported: what it seems to be, by its first bytes and its name, and what to do instead.
struct ForeignFile {
    let path: String

    /// What can be imported, for what nobody knows.
    static var advice: String {
        localized(
            """
            is nothing that can be imported. Give a music folder, an audio file, a playlist (.m3u, .pls, .xspf), a Discogs collection \
            (.csv, .json) or another list (.csv, .json, Library.xml).
            """)
    }

    /// A sentence that goes on where the path ends.
    var reason: String {
        let name = Path.split(name: Path.name(of: path)).fileExtension
        if ["xlsx", "xls", "ods", "numbers"].contains(name) {
            return localized("seems to be a spreadsheet. Save it there as CSV, and import that.")
        }
        if ["itl", "itdb", "musicdb", "musiclibrary"].contains(name) {
            return localized(
                "seems to be the library of iTunes or Music itself. Choose File › Library › Export Library there, and import the .xml file."
            )
        }
        let head = head
        func begins(_ bytes: UInt8...) -> Bool { head.starts(with: bytes) }
        func begins(_ text: String) -> Bool { head.starts(with: text.utf8) }
        if begins("SQLite format 3\0") {
            return localized("seems to be a database. Export a list from the program that it belongs to as CSV or JSON, and import that.")
        }
        if begins("PK\u{3}\u{4}") || begins(0x1F, 0x8B) || begins("7z") || begins("Rar!") || begins(0xFD, 0x37, 0x7A) {
            return localized("seems to be an archive. Unpack it, and import what is in it.")
        }
        if begins(0xFF, 0xD8, 0xFF) || begins(0x89, 0x50, 0x4E, 0x47) || begins("GIF8") || Self.pictures.contains(name) {
            return localized("seems to be a picture. Drop it on an album in the window to make it that album's cover.")
        }
        if Self.films.contains(name) {
            return localized("seems to be a video. Sleeves takes music.")
        }
        if begins("%PDF") {
            return localized("seems to be a document. Export the list as CSV or JSON, and import that.")
        }
        let text = String(decoding: head, as: UTF8.self).trimmed().lowercased()
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
            return localized("seems to be a web page. Export the list as CSV or JSON, and import that.")
        }
        if text.hasPrefix("{") || text.hasPrefix("[") {
            return localized("seems to be JSON. Give its name the ending .json, and import it again.")
        }
        return Self.advice
    }

    private static let pictures: Set<String> = ["jpg", "jpeg", "png", "gif", "webp", "avif", "bmp", "tif", "tiff", "svg"]
    private static let films: Set<String> = ["mkv", "avi", "mov", "webm", "mpg", "mpeg", "m4v", "wmv", "flv"]

    /// The first bytes; none where they cannot be read.
    private var head: ArraySlice<UInt8> {
        guard var source = try? ByteSource(path: path, limit: .max), let piece = try? source.nextPiece() else { return [] }
        return piece.prefix(512)
    }
}
