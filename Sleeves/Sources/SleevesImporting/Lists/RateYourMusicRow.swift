internal import SleevesModel
internal import Localization

/// The columns of a catalogue exported from RateYourMusic.
///
/// The first row is `RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating,Ownership,`
/// `Purchase Date,Media Type,Review`. An artist's name is in two columns, and in its own script in two more. Texts are escaped as in HTML.
/// The rating goes from one to ten; ownership is `o` (owned), `w` (wished for), `u` (used to own) or `n` (rated only).
enum RateYourMusicColumn: TableColumn {
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

/// A reader that makes an album from a row of RateYourMusic's export, and notes the row's problems.
struct RateYourMusicRowReading {
    /// Whether the record is owned.
    enum Ownership {
        case owned
        case wanted
        case formerly
    }

    let row: [String]
    let header: TableHeader<RateYourMusicColumn>
    private var text = ListText()
    /// What is wrong with the row, in whole sentences.
    var problems: [String] { text.problems }

    init(row: [String], header: TableHeader<RateYourMusicColumn>) {
        self.row = row
        self.header = header
    }

    /// The ownership. A record that was only rated counts as owned, because many people keep their collection as ratings.
    var ownership: Ownership {
        switch value(.ownership)?.lowercased().first {
        case "w": .wanted
        case "u": .formerly
        default: .owned
        }
    }

    /// The album, or `nil` where the row has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        let title = text.required(value(.title), "title")
        let artist = text.required(artist, "artist")
        guard let title, let artist else { return nil }
        let copy = CopyRecord(
            added: value(.purchased).flatMap(DiscogsDate.moment),
            rating: value(.rating).flatMap { Int($0) }.flatMap { (1...10).contains($0) ? ($0 + 1) / 2 : nil },
            notes: text.shortened(value(.review), "review")
        )
        let year = value(.released).flatMap(ReleaseYear.earliest)
        let number = value(.number).flatMap { Int($0) }.map(String.init)
        let key = number.map { ["rateyourmusic", $0] } ?? ["json", artist.caseFolded(), title.caseFolded(), year.map(String.init) ?? ""]
        return CompleteAlbum(
            AlbumRecord(id: AlbumID(digesting: key), title: title, artist: artist, year: year, source: .json),
            release: ReleaseRecord(format: text.shortened(value(.media), "media type"), copies: [copy])
        )
    }

    /// The artist's name, in its own script if there is one.
    private var artist: String? {
        let local = [value(.localFirstName), value(.localLastName)].compactMap { $0 }.joined(separator: " ")
        let latin = [value(.firstName), value(.lastName)].compactMap { $0 }.joined(separator: " ")
        return [local, latin].first { !$0.isEmpty }
    }

    private func value(_ column: RateYourMusicColumn) -> String? {
        header.value(column, in: row).flatMap { Self.unescaped($0).cleaned() }
    }

    /// Decodes HTML escapes: the five named characters, and numbers.
    private static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
        var plain = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: ";") else {
                plain += "&"
                rest = rest.dropFirst()
                continue
            }
            let name = rest[rest.index(after: start)..<end]
            let digits = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
            if let sign = names[String(name)] ?? digits.flatMap(Unicode.Scalar.init).map({ String(Character($0)) }) {
                plain += sign
                rest = rest[rest.index(after: end)...]
            } else {
                plain += "&"
                rest = rest.dropFirst()
            }
        }
        return plain + rest
    }
}
