internal import SleevesModel
internal import FoundationEssentials
internal import Localization

/// A row of a collection exported from Discogs.
extension TableRow<DiscogsColumn> {
    /// Returns the album with one copy, or `nil` if the row has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        noteWidth()
        let title = text.required(value(.title), "title")
        let artist = text.artists(text.required(value(.artist).map(DiscogsName.withoutNumber), "artist"))
        guard let title, let artist else { return nil }
        let id = releaseID()
        return CompleteAlbum(
            discogs: title,
            artist: artist,
            year: year(),
            genre: shortened(.genre, "genre"),
            coverURL: value(.coverURL).flatMap { text.coverURL($0) },
            release: release(numbered: id)
        )
    }

    private mutating func release(numbered id: Int?) -> ReleaseRecord {
        var release = ReleaseRecord(
            discogsID: id, discSubtitles: shortened(.discSubtitles, "disc subtitle").map(DiscTitles.parsed) ?? [:],
            copies: Array(repeating: copy(), count: quantity()))
        for field in ReleaseField.allCases { release[field] = values(of: field) }
        return release
    }

    private mutating func values(of field: ReleaseField) -> [String] {
        guard let value = value(.release(field)) else { return [] }
        switch field.kind {
        case .list where field == .labels: return labels(value)
        case .list: return text.shortened(value, field.column).map { field.values(in: $0) } ?? []
        case .text:
            let line = text.shortened(value, field.column)
            return (field == .catalogueNumber ? DiscogsName.catalogueNumber(line) : line).map { [$0] } ?? []
        case .year: return ReleaseYear.earliest(in: value).map { [String($0)] } ?? []
        case .day: return ReleaseYear.isoDate(value).map { [$0] } ?? []
        }
    }

    private func value(_ column: DiscogsColumn.Value) -> String? { value(.album(column)) }

    private mutating func shortened(_ column: DiscogsColumn.Value, _ name: String) -> String? { shortened(.album(column), name) }

    private func labels(_ value: String) -> [String] {
        let text = value.withoutMarkup()
        let names = text.utf8.contains(UInt8(ascii: ",")) ? text.split(separator: ", ").map(String.init) : [text]
        return DiscogsName.once(names.map(DiscogsName.withoutNumber))
    }

    /// The ownership, by the mark of a wish, or else by the status that CLZ Music gives a record.
    var ownership: Ownership {
        if value(.copy(.wanted)).flatMap(CopyField.wanted.checked) != nil { return .wanted }
        guard let status = value(.status)?.lowercased() else { return .owned }
        if status.contains("wish") || status.contains("order") { return .wanted }
        return status == "sold" || status.hasPrefix("not in") ? .formerly : .owned
    }

    /// Returns the number of equal copies, within bounds.
    private func quantity() -> Int {
        min(max(value(.quantity).flatMap { Int($0) } ?? 1, 1), 100)
    }

    private mutating func copy() -> CopyRecord {
        var copy = CopyRecord()
        for field in CopyField.allCases {
            guard let value = value(.copy(field)) else { continue }
            switch field.kind {
            case .text, .number: copy[stored: field] = text.shortened(value, field.column).map(CopyRecord.Value.text)
            case .mark: copy[field] = value
            case .day: copy[field] = DiscogsDate.isoDate(in: value)
            case .rating: copy[field] = Self.rating(value).map(String.init)
            case .moment: copy[stored: field] = added(value).map(CopyRecord.Value.moment)
            }
        }
        for (position, field) in header.own {
            if let value = value(at: position) { copy[field] = text.shortened(value, field.label) }
        }
        return copy
    }

    /// Returns a rating from one to five, or `nil`: without a rating, Discogs writes nothing or 0. Spreadsheets write `3.0`.
    private static func rating(_ value: String) -> Int? {
        Int(value) ?? Double(value.replacing(",", with: ".")).flatMap(Int.init(exactly:))
    }

    private mutating func noteWidth() {
        guard fields.dropFirst(header.count).contains(where: { $0.cleaned() != nil }) else { return }
        text.note(
            localized(
                """
                There are {values} values, but the first line names {columns} columns. The values at the end were left out. Look for an extra \
                comma.
                """,
                ["values": "\(fields.count)", "columns": "\(header.count)"])
        )
    }

    private mutating func releaseID() -> Int? {
        guard let value = value(.releaseID) else { return nil }
        // Spreadsheets turn 249504 into 249504.0.
        guard let number = Int(value) ?? Double(value).flatMap(Int.init(exactly:)), number >= 0 else {
            text.note(localized("The release_id is not a number. The album was imported without it."))
            return nil
        }
        return number == 0 ? nil : number
    }

    private mutating func year() -> Int? {
        guard let value = value(.released), Double(value) != 0 else { return nil }
        let number = Int(value) ?? Double(value).flatMap(Int.init(exactly:))
        if let year = number.map({ (1000...9999).contains($0) ? $0 : nil }) ?? ReleaseYear.earliest(in: value) { return year }
        text.note(localized("The year cannot be read. The album was imported without it."))
        return nil
    }

    private mutating func added(_ value: String) -> Date? {
        if let moment = DiscogsDate.moment(in: value) { return moment }
        text.note(localized("The date cannot be read. The album was imported without it."))
        return nil
    }
}
