internal import SleevesModel
internal import Localization

/// The columns of a catalogue exported from RateYourMusic.
///
/// The first row is `RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,`
/// `Purchase Date,Media Type,Review`. An artist's name is in two columns, and in its own script in two more. Texts are escaped as in HTML.
/// The rating goes from one to ten; ownership is `o` (owned), `w` (wished for), `u` (used to own) or `n` (rated only).
enum RateYourMusicColumn: Int, TableColumn {
    case number, firstName, lastName, localFirstName, localLastName, title, released, rating, ownership, purchased, media, review

    var names: [String] {
        switch self {
        case .number: ["rymalbum"]
        case .firstName: ["firstname"]
        case .lastName: ["lastname"]
        case .localFirstName: ["firstnamelocalized"]
        case .localLastName: ["lastnamelocalized"]
        case .title: ["title"]
        case .released: ["releasedate"]
        case .rating: ["rating"]
        case .ownership: ["ownership"]
        case .purchased: ["purchasedate"]
        case .media: ["mediatype"]
        case .review: ["review"]
        }
    }
}

/// A row of RateYourMusic's export.
extension TableRow<RateYourMusicColumn> {
    /// The ownership. A record that was only rated counts as owned, because many people keep their collection as ratings.
    var ownership: Ownership {
        switch plain(.ownership)?.lowercased().first {
        case "w": .wanted
        case "u": .formerly
        default: .owned
        }
    }

    /// Returns the album, or `nil` if the row has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        let title = text.required(plain(.title), "title")
        let artist = text.required(artist, "artist")
        guard let title, let artist else { return nil }
        var copy = CopyRecord(
            added: plain(.purchased).flatMap { DiscogsDate.moment(in: $0, dates) },
            rating: plain(.rating).flatMap { Int($0) }.flatMap { (1...10).contains($0) ? ($0 + 1) / 2 : nil },
            notes: text.shortened(plain(.review), "review")
        )
        copy[.bought] = plain(.purchased).flatMap { DiscogsDate.isoDate(in: $0, dates) }
        let year = plain(.released).flatMap(ReleaseYear.earliest)
        let number = plain(.number).flatMap { Int($0) }.map(String.init)
        let id = number.map { AlbumID(digesting: ["rateyourmusic", $0]) } ?? AlbumID(listed: title, by: artist, year: year)
        return CompleteAlbum(
            AlbumRecord(id: id, title: title, artist: artist, year: year, source: .json),
            release: ReleaseRecord(format: text.shortened(plain(.media), "media type"), copies: [copy])
        )
    }

    /// The artist's name, in its own script if there is one.
    private var artist: String? {
        let local = [plain(.localFirstName), plain(.localLastName)].compactMap { $0 }.joined(separator: " ")
        let latin = [plain(.firstName), plain(.lastName)].compactMap { $0 }.joined(separator: " ")
        return [local, latin].first { !$0.isEmpty }
    }

    private func plain(_ column: RateYourMusicColumn) -> String? {
        value(column).flatMap { $0.withoutMarkup().cleaned() }
    }
}
