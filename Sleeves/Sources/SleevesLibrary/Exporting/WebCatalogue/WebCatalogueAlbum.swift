internal import Localization

/// An album on the wall of a web page.
struct WebCatalogueAlbum: Encodable {
    let id: String
    let title: String
    let sortTitle: String?
    let artist: String
    let year: Int?
    let genres: [String]
    let formats: [String]
    let label: String?
    let number: String?
    /// The words that only the card shows, which the search finds, too; `nil` for none.
    let words: String?
    let cover: String?

    init(_ album: CompleteAlbum) {
        id = album.id.rawValue
        (title, sortTitle, artist, year) = (album.title, album.titleSortName, album.artist, album.year)
        genres = AlbumFacet.genres(in: album.genre ?? "")
        let release = album.shownRelease
        formats = Self.once(
            ([release?.format] + album.ownCopies.map { $0.record[.format] }).compactMap(\.self)
                .flatMap { AlbumFacet.formats(in: $0).map(\.format) })
        label = release?.labels.first
        number = release?.catalogueNumber
        let shown: Set<ReleaseField> = [.labels, .catalogueNumber, .format]
        var more: [String] = release?.labels.dropFirst().map(\.self) ?? []
        for field in ReleaseField.allCases where !shown.contains(field) && !field.isDate { more += release?[field] ?? [] }
        more += (release?.discSubtitles ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        for copy in album.ownCopies { more += Self.publicTexts.compactMap { copy.record[$0] } }
        let words = Self.once(more).joined(separator: " ")
        self.words = words.isEmpty ? nil : words
        cover = album.album.shownCover.digest?.rawValue
    }

    private static let publicTexts = CopyField.allCases.filter { $0.isPublic && [.text, .day].contains($0.kind) && $0.usualValues.isEmpty }

    private static func once(_ texts: [String]) -> [String] {
        var known: Set<String> = []
        return texts.filter { known.insert($0).inserted }
    }
}

/// The card of an album on a web page: values with the names that people see.
struct WebCatalogueCard: Encodable {
    struct Copy: Encodable {
        let name: String
        let facts: [[String]]
    }

    struct Track: Encodable {
        let disc: Int
        /// The heading of the disc, if it has a title, or if there are several.
        let heading: String?
        let number: Int?
        let title: String
        let artist: String?
        let seconds: Int?
    }

    let facts: [[String]]
    let copies: [Copy]
    let tracks: [Track]

    /// - Parameter showsPrivateValues: Whether to show everything that the owner has noted about the copies.
    init(_ album: CompleteAlbum, showsPrivateValues: Bool) {
        let release = album.shownRelease
        func facts(areDates: Bool) -> [(String, String?)] {
            ReleaseField.allCases.filter { $0.isDate == areDates }.map { field in
                let isRepeated = field == .originalYear && release?.originalYear == album.year
                return (field.label, isRepeated ? nil : release?.text(field))
            }
        }
        let rating = album.opinion.shownRating.map { localized("{rating} of 5", ["rating": String($0)]) }
        self.facts = Self.known(
            [(localized("Year"), album.year.map(String.init))] + facts(areDates: true) + [(localized("Genre"), album.genre)]
                + facts(areDates: false) + [(localized("Rating"), rating)])
        let fields = CopyField.allCases.filter { $0.isPublic || showsPrivateValues }
        let known = album.ownCopies.map { copy in
            let own = showsPrivateValues ? copy.record.ownFields.map(CopyField.own) : []
            return Self.known([(localized("Edition"), copy.edition)] + (fields + own).map { ($0.label, $0.text(in: copy.record)) })
        }
        copies = known.enumerated().compactMap { index, facts in
            let name = known.count == 1 ? localized("Copy", context: "noun") : localized("Copy {number}", ["number": String(index + 1)])
            return facts.isEmpty ? nil : Copy(name: name, facts: facts)
        }
        let hasDiscs = album.tracks.contains { ($0.disc ?? 1) > 1 }
        tracks = album.tracks.map { track in
            let disc = track.disc ?? 1
            let values = ["number": String(disc), "title": release?.discSubtitles[disc] ?? ""]
            let heading =
                values["title"] == "" ? hasDiscs ? localized("Disc {number}", values) : nil : localized("Disc {number}: {title}", values)
            return Track(
                disc: disc, heading: heading, number: track.number, title: track.title, artist: track.artist, seconds: track.seconds)
        }
    }

    private static func known(_ facts: [(String, String?)]) -> [[String]] {
        facts.compactMap { name, value in value.map { [name, $0] } }
    }
}

extension CompleteAlbum {
    /// The copies that the user has.
    fileprivate var ownCopies: [AlbumCopy] { copies.filter { !$0.record.isWanted } }
}
