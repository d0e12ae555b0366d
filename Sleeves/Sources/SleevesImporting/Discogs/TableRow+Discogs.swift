internal import SleevesModel
internal import Localization

/// A row of a collection exported from Discogs.
extension TableRow<DiscogsColumn> {
    /// Returns the album with one copy, or `nil` if the row has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        noteWidth()
        let title = text.required(value(.title), "title")
        // Only Discogs writes asterisks, and it numbers the releases.
        let name = value(.artist).map { value(.releaseID) == nil ? $0 : DiscogsName.withoutAsterisks($0) }
        let artist = text.artists(text.required(name.map(DiscogsName.withoutNumber), "artist"))
        guard let title, let artist else { return nil }
        let id = releaseID()
        var album = CompleteAlbum(
            discogs: title,
            artist: artist,
            year: year(),
            genre: shortened(.genre, "genre"),
            coverURL: value(.coverURL).flatMap { text.coverURL($0) },
            release: release(numbered: id)
        )
        album.exportedID = value(.sleevesID).flatMap(AlbumID.init(checking:))
        return album
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
        if TrackValue.isTrue(value(.copy(.wanted))) { return .wanted }
        guard let status = value(.status)?.lowercased() else { return .owned }
        if status.contains("wish") || status.contains("order") { return .wanted }
        return status == "sold" || status.hasPrefix("not in") ? .formerly : .owned
    }

    /// Returns the number of equal copies, within bounds.
    private func quantity() -> Int {
        min(max(value(.quantity).flatMap(Self.wholeNumber) ?? 1, 1), 1000)
    }

    private mutating func copy() -> CopyRecord {
        var copy = CopyRecord()
        for field in CopyField.allCases {
            guard let value = value(.copy(field)) else { continue }
            switch field.kind {
            case .text, .number: copy[stored: field] = text.shortened(value, field.column).map(CopyRecord.Value.text)
            case .mark: copy[field] = TrackValue.isTrue(value) ? CopyField.yes : nil
            case .day: copy[field] = DiscogsDate.isoDate(in: value, dates)
            case .rating: copy[field] = rating(value).map(String.init)
            case .moment: copy[stored: field] = moment(.copy(field)).map(CopyRecord.Value.moment)
            }
        }
        for (position, field) in header.own {
            if let value = value(at: position) { copy[field] = text.shortened(value, field.label) }
        }
        return copy
    }

    /// Returns a whole number, which spreadsheets write as `3.0` or `3,0`.
    private static func wholeNumber(_ value: String) -> Int? {
        let parts = value.split(maxSplits: 1, omittingEmptySubsequences: false) { ".,".contains($0) }
        // "249,000" is another number for some people.
        guard parts.count == 1 || (1...2).contains(parts[1].count) && parts[1].allSatisfy({ $0 == "0" }) else { return nil }
        return Int(parts[0])
    }

    /// Returns a rating from one to five: `4`, `3.5` and `3½`, which count as 4, `8/10`, `4 stars`, `****` or `★★★★☆`. `nil` if there is none: Discogs
    /// writes nothing or 0.
    private mutating func rating(_ value: String) -> Int? {
        if Self.wholeNumber(value) == 0 { return nil }
        let stars = value.filter { !$0.isWhitespace }
        if stars.allSatisfy({ "★⭐☆✩½*".contains($0) }), stars.first != "½" {
            let count = stars.count { "★⭐½*".contains($0) }
            if count <= 5 { return count == 0 ? nil : count }
        }
        var number = value.replacing(",", with: ".").replacing("½", with: ".5")
        for word in ["stars", "star"] where number.lowercased().hasSuffix(word) {
            number = "\(number.dropLast(word.count))/5"
            break
        }
        let parts = number.split(separator: "/", omittingEmptySubsequences: false).map { Double($0.filter { !$0.isWhitespace }) }
        if let first = parts.first, let number = first,
            let limit = parts.count == 2 ? parts[1] : parts.count == 1 ? conventions.greatestRating : nil,
            [5, 10, 100].contains(limit), (0...limit).contains(number)
        {
            return number == 0 ? nil : max(Int((number / limit * 5).rounded()), 1)
        }
        text.note(localized("The rating is not a number from 1 to 5. The album was imported without it."))
        return nil
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
        if let number = Self.numberInAddress(value) { return number }
        // Spreadsheets turn 12345678 into 1.23457E+07, which is many releases' number.
        guard let number = Self.wholeNumber(value), number >= 0, !value.uppercased().contains("E") else {
            text.note(localized("The release_id is not a number. The album was imported without it."))
            return nil
        }
        return number == 0 ? nil : number
    }

    /// Returns the number of a release that is written as Discogs shows it, `r123` or `[r123]`, or as the address of its page.
    private static func numberInAddress(_ value: String) -> Int? {
        let text = value.lowercased()
        var digits = text.drop { $0 == "[" }
        if digits.first == "r" {
            digits = digits.dropFirst()
            let number = digits.prefix { $0.isASCII && $0.isNumber }
            return ["", "]"].contains(digits[number.endIndex...]) ? Int(number) : nil
        }
        let parts = text.split(separator: "/")
        guard let host = parts.firstIndex(where: { $0 == "discogs.com" || $0.hasSuffix(".discogs.com") }),
            let release = parts[host...].firstIndex(of: "release"), release + 1 < parts.count
        else { return nil }
        return Int(parts[release + 1].prefix { $0.isASCII && $0.isNumber })
    }

    private mutating func year() -> Int? {
        guard let value = value(.released), Double(value) != 0 else { return nil }
        let number = Int(value) ?? Double(value).flatMap(Int.init(exactly:))
        if let number, (1000...9999).contains(number) { return number }
        if let year = ReleaseYear.earliest(in: value) { return year }
        text.note(localized("The year cannot be read. The album was imported without it."))
        return nil
    }

}

/// The ratings of a table that tell how many points there are: five, ten or a hundred.
struct RatingScale {
    private var (count, aboveFive, aboveTen) = (0, 0, 0)

    /// The greatest rating: five, unless at least a quarter of several ratings are above.
    var greatest: Double {
        guard count > 1 else { return 5 }
        return aboveTen * 4 >= count ? 100 : aboveFive * 4 >= count ? 10 : 5
    }

    mutating func take(_ text: String) {
        guard text.utf8.count < 8, let number = Double(text.replacing(",", with: ".")), number > 0, number <= 100 else { return }
        count += 1
        if number > 5 { aboveFive += 1 }
        if number > 10 { aboveTen += 1 }
    }
}
