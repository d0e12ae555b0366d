import SleevesLibrary

/// An album of a library, with what the window says about it.
struct ListedAlbum: Equatable, Sendable {
    let record: AlbumRecord

    var id: AlbumID { record.id }
    var title: String { record.title }
    var artist: String { record.artist }
    var year: Int? { record.year }

    var hasCover: Bool {
        if case .present = record.shownCover { true } else { false }
    }

    /// The name in the window.
    var heading: String { "\(artist) – \(title)\(year.map { ", \($0)" } ?? "")" }

    /// The description in the window, without what isn't known.
    var details: [String: String] {
        [
            "Artist": artist, "Album": title, "Genre": record.genre, "Year": year.map(String.init),
            "Tracks": record.trackCount.map(String.init),
        ].compactMapValues(\.self)
    }
}

extension [ListedAlbum] {
    /// The place of the sample album without a cover. In the order of the artists, it is the third.
    var coverless: Int {
        get throws {
            guard let place = firstIndex(where: { $0.title == "Demos, Mostly" && $0.record.shownCover == .missing }) else {
                throw NoCoverless()
            }
            return place
        }
    }

    private struct NoCoverless: Error {}
}
