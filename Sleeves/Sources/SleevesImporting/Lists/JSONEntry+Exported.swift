internal import SleevesModel
internal import FoundationEssentials

/// An entry of ``ExportedAlbum``, from which the album is restored with its identifier, its copies and its tracks.
///
/// The entry is untrusted, so every value is checked like those of other lists.
extension JSONEntry {
    private static let exportedKeys: Set<String> = [
        "sleeves", "id", "title", "artist", "titleSortName", "artistSortName", "year", "genre", "trackCount", "coverURL", "source", "added",
        "tracks", "release", "edits", "unedited", "fields", "wanted", "newer",
    ]
    /// The maximum number of tracks of an album.
    private static let trackLimit = 100_000
    /// The maximum number of copies of an album.
    private static let copyLimit = 10_000

    /// Returns the album, or `nil` if the entry has no title or no artist.
    mutating func exportedAlbum() -> CompleteAlbum? {
        text.isExact = true
        let plain = plainAlbum()?.album
        keysIgnored = entry.keys(besides: Self.exportedKeys)
        guard var album = plain else { return nil }
        if let id = entry["id"].text.flatMap(AlbumID.init(checking:)) { album.id = id }
        album.source = entry["source"].text.flatMap(AlbumSource.init) ?? .json
        album.titleSortName = text.shortened(entry["titleSortName"].text, "titleSortName")
        album.artistSortName = text.shortened(entry["artistSortName"].text, "artistSortName")
        album.added = moment(entry["added"])
        var record = CompleteAlbum(album, tracks: entry["tracks"].elements.prefix(Self.trackLimit).compactMap { exportedTrack($0) })
        if case .object = entry["release"] { record.release = release(entry["release"]) }
        record.ownFields = ownFields(entry["fields"])
        takeEdits(into: &record)
        takeNewerValues(into: &record)
        return record
    }

    /// The maximum size of what newer versions have added to an album, in bytes.
    private static let newerLimit = 256 << 10

    /// Takes what newer versions have added, to pass it on. It means nothing to this version.
    private mutating func takeNewerValues(into record: inout CompleteAlbum) {
        var newer: [String: String] = [:]
        var copies = record.edits?.copies ?? CopyEdits()
        for name in entry["newer"].keys(besides: ExportedAlbum.containers) {
            guard case .text(let value) = entry["newer"][name] else { continue }
            // An earlier version has passed on what a newer one has said of copies.
            if let (copy, name) = CopyEdits.value(named: name) {
                if copies.values.count < CopyEdits.limit { copies[copy, name] = text.shortened(value, name) ?? "" }
            } else if name == "host", let host = AlbumID(checking: value) {
                var edits = record.edits ?? AlbumEdits()
                edits.host = edits.host ?? host
                record.edits = edits
            } else if let field = ReleaseField.edited.first(where: { $0.editedName == name }) {
                var edits = record.edits ?? AlbumEdits()
                edits.release[field] = edits.release[field] ?? field.line(value)
                record.edits = edits
            } else if let field = ReleaseField.named(name), field.sharing == .byItself {
                var release = record.release ?? ReleaseRecord()
                if release[field].isEmpty { release[field] = field.values(inRegister: value) }
                if release != ReleaseRecord() { record.release = release }
            } else {
                newer[name] = value
            }
        }
        if !copies.isEmpty { record.edits = (record.edits ?? AlbumEdits()).with(copies) }
        func take(_ name: String, _ known: KnownMembers) {
            newer[name] = known.others(in: entry[name]).flatMap { try? StoredJSON.encode($0) }
        }
        if record.release != nil { take("release", .release) }
        if record.tracks.count == entry["tracks"].elements.count { take("tracks", .track) }
        guard !newer.isEmpty else { return }
        if newer.reduce(0, { $0 + $1.key.utf8.count + $1.value.utf8.count }) > Self.newerLimit {
            keysIgnored.append("newer")
        } else {
            record.newerValues = newer
        }
    }

    /// Takes the edits apart from the source's values, as the library keeps them.
    private mutating func takeEdits(into record: inout CompleteAlbum) {
        guard case .object = entry["edits"], case .object = entry["unedited"] else { return }
        var unedited = JSONEntry(entry: entry["unedited"])
        unedited.text.isExact = true
        guard var source = unedited.plainAlbum()?.album else { return }
        source.titleSortName = text.shortened(entry["unedited"]["titleSortName"].text, "titleSortName")
        source.artistSortName = text.shortened(entry["unedited"]["artistSortName"].text, "artistSortName")
        let edits = entry["edits"]
        // An edit may also leave the year or the genre empty.
        let genre: String? = if case .text = edits["genre"] { record.genre ?? "" } else { nil }
        var release: [ReleaseField: String] = [:]
        for field in ReleaseField.edited {
            guard case .text(let value) = edits[field.name] else { continue }
            release[field] = field.line(text.shortened(value, field.name) ?? "")
        }
        record.edits = AlbumEdits(
            title: edits["title"].text.map { _ in record.title },
            artist: edits["artist"].text.map { _ in record.artist },
            year: edits["year"].wholeNumber.map { _ in record.year ?? 0 },
            genre: genre, release: release, copies: copies(edits["copies"]), host: edits["host"].text.flatMap(AlbumID.init(checking:)))
        record.unedited = SourceValues(source)
    }

    private mutating func exportedTrack(_ value: JSONValue) -> TrackRecord? {
        guard let title = text.shortened(value["title"].text, "track") else { return nil }
        return TrackRecord(
            title: title,
            artist: text.shortened(value["artist"].text, "artist"),
            disc: number(value["disc"]),
            number: number(value["number"]),
            seconds: number(value["seconds"])
        )
    }

    private mutating func release(_ value: JSONValue) -> ReleaseRecord {
        var release = ReleaseRecord(
            discogsID: value["discogsID"].wholeNumber.flatMap { $0 > 0 ? $0 : nil },
            discSubtitles: discSubtitles(value["discSubtitles"]), copies: value["copies"].elements.prefix(Self.copyLimit).map { copy($0) })
        for field in ReleaseField.allCases {
            let member = value[field.name]
            switch field.kind {
            case .list: release[field] = member.elements.prefix(1000).compactMap { text.shortened($0.text, field.name) }
            case .text: release[field] = text.shortened(member.text, field.name).map { [$0] } ?? []
            case .year: if let year = member.wholeNumber, (1000...9999).contains(year) { release[field] = [String(year)] }
            case .day: release[field] = member.text.flatMap(ReleaseYear.isoDate).map { [$0] } ?? []
            }
        }
        return release
    }

    private mutating func discSubtitles(_ value: JSONValue) -> [Int: String] {
        var titles: [Int: String] = [:]
        for name in value.keys(besides: []).prefix(1000) {
            if let number = Int(name), (1...99_999).contains(number) { titles[number] = text.shortened(value[name].text, "discSubtitle") }
        }
        return titles
    }

    private mutating func copy(_ value: JSONValue) -> CopyRecord {
        var copy = CopyRecord()
        for field in CopyField.allCases {
            let member = value[field.name]
            switch field.kind {
            case .text, .day, .number, .mark: copy[field] = text.shortened(member.text, field.name)
            case .rating: copy[field] = member.wholeNumber.map(String.init)
            case .moment: copy[stored: field] = moment(member).map(CopyRecord.Value.moment)
            }
        }
        let own = value[CopyRecord.ownKey.description]
        for name in own.keys(besides: []).prefix(CopyRecord.ownLimit) {
            if let field = OwnField(name) { copy[.own(field)] = text.shortened(own[name].text, name) }
        }
        return copy
    }

    /// Returns the user's own fields, of which an export names the kinds.
    private func ownFields(_ value: JSONValue) -> [OwnField] {
        value.keys(besides: []).prefix(CopyRecord.ownLimit).compactMap { name in
            value[name].text.flatMap(OwnField.kind).flatMap { OwnField(name, kind: $0) }
        }
    }

    /// Returns the user's edits of copies.
    private mutating func copies(_ value: JSONValue) -> CopyEdits {
        var edits = CopyEdits()
        for id in value.keys(besides: []).prefix(CopyEdits.limit) {
            guard let copy = CopyID(checking: id) else { continue }
            for name in value[id].keys(besides: []).prefix(CopyEdits.limit) where CopyEdits.isName(name) {
                if case .text(let member) = value[id][name] { edits[copy, name] = text.shortened(member, name) ?? "" }
            }
        }
        return edits
    }

    private func number(_ value: JSONValue) -> Int? {
        value.wholeNumber.flatMap { (0...10_000_000).contains($0) ? $0 : nil }
    }

    private func moment(_ value: JSONValue) -> Date? {
        value.text.flatMap { try? ExportedAlbum.moment.parse($0) }
    }
}
