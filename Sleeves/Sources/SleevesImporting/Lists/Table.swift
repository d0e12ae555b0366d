internal import SleevesModel
internal import Localization

/// The kind of a table of comma-separated values, by the row that names its columns.
enum Table {
    case albums(TableHeader<DiscogsColumn>)
    case wantlist(TableHeader<DiscogsColumn>)
    case tracks(TableHeader<TrackColumn>)
    case rateYourMusic(TableHeader<RateYourMusicColumn>)

    /// - Parameter path: The path of the table's file.
    /// - Throws: An ``ImportError`` if the table is none of these.
    init(_ row: [String], path: String) throws(ImportError) {
        let names = Set(row.map(TableHeader<DiscogsColumn>.compared).filter { !$0.isEmpty })
        let albums = TableHeader<DiscogsColumn>(row)
        let tracks = TableHeader<TrackColumn>(row)
        let catalogue = TableHeader<RateYourMusicColumn>(row)
        if catalogue.has(.number, .lastName, .title) {
            self = .rateYourMusic(catalogue)
        } else if names.isSuperset(of: ["listingid", "artist", "title"]) {
            let reason = localized(
                "This seems to be a list of records for sale at Discogs. Export your collection or wantlist there instead.")
            throw ImportError(kind: .badData, path: path, reason: reason)
        } else if DiscogsColumn.isWantlist(names) {
            self = .wantlist(albums)
        } else if !albums.has(.album(.releaseID)), tracks.has(.album, .title), tracks.has(.artist) || tracks.has(.albumArtist) {
            self = .tracks(tracks)
        } else if Self.areTracks(names), !albums.has(.album(.releaseID)) {
            throw ImportError(kind: .badData, path: path, reason: Self.tracksWithoutAlbums)
        } else if albums.has(.album(.artist), .album(.title)) {
            self = .albums(albums)
        } else {
            throw ImportError(kind: .badData, path: path, reason: Self.whatIsMissing(names))
        }
    }

    /// Returns whether columns are those of tracks, which no album has: its length and its number are other things.
    private static func areTracks(_ names: Set<String>) -> Bool {
        !names.isDisjoint(with: ["isrc", "trackkey", "tagtime", "bpm", "trackuri", "durationms", "trackdurationms"])
            && names.isDisjoint(with: ["album", "albumtitle", "albumname", "format", "catalog", "barcode", "collectionfolder"])
    }

    private static var tracksWithoutAlbums: String {
        localized("This seems to be a list of tracks without their albums. Export it with a column named Album.")
    }

    private static func whatIsMissing(_ names: Set<String>) -> String {
        if names.isSuperset(of: ["trackname", "artistname"]) || names.isSuperset(of: ["track", "artist"]) {
            return tracksWithoutAlbums
        }
        if names.isSuperset(of: ["author", "title"]) || names.contains("isbn") {
            return localized("This seems to be a list of books. Sleeves imports only lists of records.")
        }
        return localized(
            "This is not a list of records: its first line does not name the columns Artist and Title. Name them there, or export the list again."
        )
    }

    /// The positions of the columns with days and moments.
    var dateColumns: [Int] {
        switch self {
        case .albums(let header), .wantlist(let header):
            CopyField.allCases.filter { $0.kind == .day || $0.kind == .moment }.flatMap { header.positions(of: .copy($0)) }
        case .tracks(let header): header.positions(of: .added)
        case .rateYourMusic(let header): header.positions(of: .purchased)
        }
    }

    /// The positions of the columns with ratings of an unknown scale.
    var ratingColumns: [Int] {
        switch self {
        case .albums(let header), .wantlist(let header): header.positions(of: .copy(.rating))
        case .tracks, .rateYourMusic: []
        }
    }

    /// Adds a row.
    func take(_ row: CSVReader.Row, _ conventions: TableConventions, into collector: inout ListCollector) throws {
        switch self {
        case .albums(let header), .wantlist(let header):
            let reading = Self.read(row, header, conventions, into: &collector) { row in row.album().map { ($0, row.ownership) } }
            guard let (album, ownership) = reading else { return }
            let isWantlist = if case .wantlist = self { true } else { false }
            try Self.add(album, isWantlist ? .wanted : ownership, row, into: &collector)
            if !isWantlist, ownership == .wanted { try collector.addWishedCopy(of: album.asWanted, entry: row.line) }
        case .tracks(let header):
            if let track = Self.read(row, header, conventions, into: &collector, { $0.track() }) {
                try collector.add(track)
            } else {
                collector.leaveOutTrack()
            }
        case .rateYourMusic(let header):
            let reading = Self.read(row, header, conventions, into: &collector) { row in row.album().map { ($0, row.ownership) } }
            guard let (album, ownership) = reading else { return }
            try Self.add(album, ownership, row, into: &collector)
        }
    }

    private static func add(
        _ album: CompleteAlbum, _ ownership: Ownership, _ row: CSVReader.Row, into collector: inout ListCollector
    ) throws {
        switch ownership {
        case .owned: try collector.add(album, entry: row.line)
        case .wanted: try collector.add(album.asWanted, entry: row.line, isWanted: true)
        case .formerly: collector.leaveOutFormerlyOwned()
        }
    }

    /// Calls `body` with a row, and notes the row's problems and unknown columns.
    private static func read<Column, Value>(
        _ row: CSVReader.Row, _ header: TableHeader<Column>, _ conventions: TableConventions, into collector: inout ListCollector,
        _ body: (inout TableRow<Column>) -> Value
    ) -> Value {
        var reading = TableRow(fields: row.fields, header: header, conventions: conventions)
        let value = body(&reading)
        collector.ignore(header.ignored(in: row.fields))
        collector.note(reading.text.problems, entry: row.line)
        return value
    }
}

extension CompleteAlbum {
    /// The record as a wish, since no copy is owned.
    var asWanted: CompleteAlbum {
        var (wanted, release) = (self, release ?? ReleaseRecord())
        wanted.added = release.firstAdded ?? wanted.added
        if !release.copies.contains(where: \.isWanted) {
            release.copies = [release.copies.first ?? CopyRecord()]
            release.copies[0].isWanted = true
        }
        wanted.release = release
        return wanted
    }
}
