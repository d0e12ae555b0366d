package import SleevesModel
internal import FoundationEssentials

/// The values of the fields. Everything that is read from them is checked, because another machine has written it.
extension SharedAlbum {
    /// Returns the values of an album in the library, without anything that only this machine knows: folders, paths, found covers.
    package static func values(of album: CompleteAlbum) -> [SharedField: String] {
        let source = album.unedited ?? SourceValues(album.album)
        let edits = album.edits ?? AlbumEdits()
        var values: [SharedField: String?] = [
            .title: source.title, .artist: source.artist, .titleSortName: source.titleSortName, .artistSortName: source.artistSortName,
            .year: source.year.map(String.init), .genre: source.genre, .coverURL: album.coverURL, .source: album.source.rawValue,
            .added: album.added.map { String($0.milliseconds) },
            .release: album.release?.sharedPart.map { StoredJSON.encode($0) }, .discSubtitles: json(album.release?.discSubtitles ?? [:]),
            .editedTitle: edits.title, .editedArtist: edits.artist,
            .editedYear: edits.year.map(String.init), .editedGenre: edits.genre, .host: edits.host?.rawValue,
            .chosenCover: album.chosenCover?.rawValue,
        ]
        for entry in album.release?.entries ?? [] where entry.field.sharing == .byItself {
            values[SharedField(entry.field)] = entry.field.isList ? json(entry.values) : entry.values.first
        }
        if album.tracks.isEmpty {
            values[.tracks] = album.trackCount.map(String.init)
        } else {
            values[.tracks] = try? StoredJSON.encode(album.tracks.map(\.withoutFile))
        }
        for field in ReleaseField.edited { values[SharedField(editing: field)] = edits.release[field] }
        for (copy, texts) in edits.copies.values {
            for (name, text) in texts { values[.copy(copy, name)] = text }
        }
        return values.compactMapValues(\.self)
    }

    /// Returns a list as JSON; `nil` if it is empty.
    private static func json(_ list: some Collection & Encodable) -> String? {
        list.isEmpty ? nil : try? StoredJSON.encode(list)
    }

    /// Returns the album for a library that doesn't have it yet; `nil` if it has no title or no artist.
    package func newAlbum(_ id: AlbumID) -> CompleteAlbum? {
        guard let title = text(.title), let artist = text(.artist) else { return nil }
        var album = CompleteAlbum(AlbumRecord(id: id, title: title, artist: artist, source: .json))
        apply(to: &album)
        return album
    }

    /// Sets an album's values to those of the fields. What only this machine knows stays.
    package func apply(to album: inout CompleteAlbum) {
        var source = SourceValues(album.album)
        source.title = text(.title) ?? source.title
        source.artist = text(.artist) ?? source.artist
        source.titleSortName = text(.titleSortName)
        source.artistSortName = text(.artistSortName)
        source.year = number(.year, in: 1...9_999)
        source.genre = text(.genre)
        source.apply(to: &album.album)
        album.coverURL = text(.coverURL)
        album.source = self[.source].flatMap(AlbumSource.init(rawValue:)) ?? album.source
        album.added = number(.added, in: 0...253_402_300_799_999).map { Date(milliseconds: Int64($0)) } ?? album.added
        album.release = release
        album.tracks = tracks(besides: album.tracks)
        album.trackCount = album.tracks.isEmpty ? number(.tracks, in: 0...100_000) : album.tracks.count
        album.chosenCover = chosenCover

        var editedRelease: [ReleaseField: String] = [:]
        for field in ReleaseField.edited { editedRelease[field] = edit(of: field) }
        let edits = AlbumEdits(
            title: text(.editedTitle), artist: text(.editedArtist), year: number(.editedYear, in: 0...9_999),
            genre: self[.editedGenre].map { $0.cleaned() ?? "" }, release: editedRelease, copies: copies,
            host: self[.host].flatMap(AlbumID.init(checking:)))
        album.edits = edits.isEmpty ? nil : edits
        album.unedited = edits.isEmpty ? nil : source
        edits.apply(to: &album.album)
    }

    /// Sets those values of an album that other machines than one have set.
    package func applyForeignValues(to album: inout CompleteAlbum, of machine: MachineID) {
        let foreign = registers.filter { $0.value.time.machine != machine }
        guard !foreign.isEmpty else { return }
        var mixed = SharedAlbum()
        for (field, value) in Self.values(of: album) { mixed.set(field, to: value, at: HybridTime(ticks: 0, machine: machine)) }
        mixed.registers.merge(foreign) { $1 }
        mixed.apply(to: &album)
    }

    /// The edits of copies by the users of all machines.
    package var copies: CopyEdits {
        var edits = CopyEdits()
        for name in registers.keys.sorted() {
            guard let (copy, key) = CopyEdits.value(named: name), let value = registers[name]?.value,
                edits.values[copy].map({ $0.count < CopyEdits.limit }) ?? (edits.values.count < CopyEdits.limit)
            else { continue }
            edits[copy, key] = value.cleaned() ?? ""
        }
        return edits
    }

    /// The pictures that the users of all machines have chosen or keep.
    package var pictures: Set<CoverDigest> {
        Set(copies.pictures.keys).union([chosenCover].compactMap(\.self))
    }

    /// The cover that a user has chosen; `nil` for the source's.
    package var chosenCover: CoverDigest? { self[.chosenCover].flatMap(CoverDigest.init(rawValue:)) }

    /// The release with the values that have registers of their own; `nil` if nothing is known of it.
    var release: ReleaseRecord? {
        let known = self[.release].flatMap { JSONParser.read(Array($0.utf8), Self.readRelease) }
        var release = known ?? ReleaseRecord()
        for field in ReleaseField.allCases where field.sharing == .byItself { release[field] = values(of: field) }
        release.discSubtitles = decoded([Int: String].self, .discSubtitles)?.compactMapValues { $0.cleaned() } ?? [:]
        return known == nil && release == ReleaseRecord() ? nil : release
    }

    private func values(of field: ReleaseField) -> [String] { self[SharedField(field)].map(field.values(inRegister:)) ?? [] }

    private func edit(of field: ReleaseField) -> String? { self[SharedField(editing: field)].map(field.line) }

    /// Adds values, and the user's edits, in fields that were unknown when the registers came. What the album has takes precedence.
    package func add(values: [ReleaseField], edits edited: [ReleaseField], to album: inout CompleteAlbum) {
        var (release, edits) = (album.release ?? ReleaseRecord(), album.edits ?? AlbumEdits())
        for field in values where field.sharing == .byItself && release[field].isEmpty { release[field] = self.values(of: field) }
        for field in edited where edits.release[field] == nil { edits.release[field] = edit(of: field) }
        if release != ReleaseRecord() { album.release = release }
        if edits != album.edits ?? AlbumEdits() {
            album.unedited = album.unedited ?? SourceValues(album.album)
            album.edits = edits
        }
    }

    /// Returns the tracks, with the paths of this machine's files. If its own files would be lost from sight, returns its own tracks.
    private func tracks(besides own: [TrackRecord]) -> [TrackRecord] {
        var tracks = self[.tracks].flatMap { JSONParser.read(Array($0.utf8), Self.readTracks) } ?? []
        let files = own.filter { $0.path != nil }
        if files.isEmpty { return tracks }
        guard files.count <= tracks.count else { return own }
        struct Place: Hashable { let disc, number: Int? }
        func place(_ track: TrackRecord) -> Place { Place(disc: track.disc, number: track.number) }
        let places = Dictionary(grouping: tracks.indices) { place(tracks[$0]) }
        for (index, file) in own.enumerated() where file.path != nil {
            let candidates = places[place(file)] ?? []
            let match = candidates.count == 1 ? candidates.first : own.count == tracks.count ? index : nil
            guard let match, tracks[match].path == nil else { return own }
            (tracks[match].path, tracks[match].segment) = (file.path, file.segment)
        }
        return tracks
    }

    private static let trackLimit = 10_000

    private static func readRelease(_ parser: inout JSONParser) throws(JSONParser.Malformed) -> ReleaseRecord {
        var release = ReleaseRecord()
        var lists: Set<String> = []
        try parser.readObject { name, parser throws(JSONParser.Malformed) in
            switch name {
            case "discogsID": release.discogsID = try parser.readIntegerOrNull()
            case "copies":
                try parser.readList { parser throws(JSONParser.Malformed) in release.copies.append(try readCopy(&parser)) }
                lists.insert(name)
            default:
                // The others have registers of their own.
                guard let field = ReleaseField.named(name), field.sharing == .withRelease else { return try parser.skipValue() }
                var values: [String] = []
                if field.isList {
                    try parser.readList { parser throws(JSONParser.Malformed) in values.append(try parser.readText()) }
                    lists.insert(name)
                } else if let text = try parser.readTextOrNull() {
                    values = [text]
                }
                release[field] = values
            }
        }
        if lists.count < 2 { throw JSONParser.Malformed() }
        return release
    }

    private static func readCopy(_ parser: inout JSONParser) throws(JSONParser.Malformed) -> CopyRecord {
        var copy = CopyRecord()
        try parser.readObject { name, parser throws(JSONParser.Malformed) in
            if name == CopyRecord.ownKey.description {
                var values: [String: String] = [:]
                try parser.readObject { name, parser throws(JSONParser.Malformed) in values[name] = try parser.readText() }
                return copy.setOwn(values)
            }
            guard let field = CopyField.named(name) else { return try parser.skipValue() }
            switch field.kind {
            case .text, .day, .number, .mark: copy[stored: field] = try parser.readTextOrNull().map(CopyRecord.Value.text)
            case .rating: copy[stored: field] = try parser.readIntegerOrNull().map(CopyRecord.Value.number)
            case .moment:
                let seconds = try parser.readNumberOrNull()
                copy[stored: field] = seconds.map { .moment(Date(timeIntervalSinceReferenceDate: $0)) }
            }
        }
        return copy
    }

    private static func readTracks(_ parser: inout JSONParser) throws(JSONParser.Malformed) -> [TrackRecord] {
        var tracks: [TrackRecord] = []
        try parser.readList { parser throws(JSONParser.Malformed) in
            var (track, hasTitle) = (TrackRecord(title: ""), false)
            try parser.readObject { name, parser throws(JSONParser.Malformed) in
                switch name {
                case "title": (track.title, hasTitle) = (try parser.readText().cleaned() ?? "", true)
                case "artist": track.artist = try parser.readTextOrNull()?.cleaned()
                case "disc": track.disc = try parser.readIntegerOrNull()
                case "number": track.number = try parser.readIntegerOrNull()
                case "seconds": track.seconds = try parser.readIntegerOrNull()
                // A path of another machine means nothing here, and may mean harm.
                default: try parser.skipValue()
                }
            }
            if !hasTitle { throw JSONParser.Malformed() }
            if tracks.count < trackLimit { tracks.append(track) }
        }
        return tracks
    }

    private func text(_ field: SharedField) -> String? { self[field]?.cleaned() }

    private func number(_ field: SharedField, in range: ClosedRange<Int>) -> Int? {
        self[field].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ field: SharedField) -> Value? {
        self[field].flatMap { try? StoredJSON.decode(type, from: $0) }
    }
}

extension ReleaseRecord {
    /// The values that the register of the release has; `nil` if only others are known.
    fileprivate var sharedPart: ReleaseRecord? {
        var part = self
        for field in ReleaseField.allCases where field.sharing == .byItself { part[field] = [] }
        part.discSubtitles = [:]
        return part == ReleaseRecord() && part != self ? nil : part
    }
}
