internal import SleevesModel
internal import FoundationEssentials
internal import Localization

/// A reader that makes an album from a row of a collection exported from Discogs, and notes the row's problems.
struct DiscogsRowReading {
    let row: [String]
    let header: TableHeader<DiscogsColumn>
    private var text = ListText()
    /// What is wrong with the row, in whole sentences.
    var problems: [String] { text.problems }

    init(row: [String], header: TableHeader<DiscogsColumn>) {
        self.row = row
        self.header = header
    }

    /// The album with one copy, or `nil` where the row has no title or no artist.
    mutating func album() -> CompleteAlbum? {
        noteWidth()
        let title = text.required(value(.title), "title")
        let artist = text.required(value(.artist).map(DiscogsName.withoutNumber), "artist")
        guard let title, let artist else { return nil }
        var album = DiscogsRelease(title: title, artist: artist)
        album.release.discogsID = releaseID()
        album.year = year()
        album.genre = text.shortened(value(.genre), "genre")
        album.coverURL = coverURL()
        let labels = (value(.label) ?? "").split(separator: ", ").map { DiscogsName.withoutNumber(String($0)) }
        album.release.labels = DiscogsName.once(labels)
        album.release.catalogueNumber = DiscogsRelease.catalogueNumber(text.shortened(value(.catalogueNumber), "catalogue number"))
        album.release.format = text.shortened(value(.format), "format")
        album.release.country = text.shortened(value(.country), "country")
        album.release.copies = [
            CopyRecord(
                folder: text.shortened(value(.folder), "folder"),
                added: added(),
                mediaCondition: value(.mediaCondition),
                sleeveCondition: value(.sleeveCondition),
                rating: DiscogsRelease.rating(value(.rating)),
                notes: text.shortened(value(.notes), "note")
            )
        ]
        return album.album
    }

    private func value(_ column: DiscogsColumn) -> String? {
        header.value(column, in: row)
    }

    private mutating func noteWidth() {
        guard row.dropFirst(header.count).contains(where: { $0.cleaned() != nil }) else { return }
        text.note(
            localized(
                """
                There are {values} values, but the first line names {columns} columns. The values at the end were left out. Look for an extra \
                comma.
                """,
                ["values": "\(row.count)", "columns": "\(header.count)"])
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

    private mutating func added() -> Date? {
        guard let value = value(.added) else { return nil }
        if let moment = DiscogsDate.moment(in: value) { return moment }
        text.note(localized("The date cannot be read. The album was imported without it."))
        return nil
    }

    private mutating func coverURL() -> String? {
        guard let value = value(.coverURL) else { return nil }
        if let checked = WebAddress.checked(value) { return checked }
        text.note(localized("The cover address is not a web address (https://…). The album was imported without it."))
        return nil
    }
}
