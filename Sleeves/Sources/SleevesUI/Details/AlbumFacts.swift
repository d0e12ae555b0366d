import GTKAdapters
import Localization
import SleevesLibrary

/// The table of an album's details other than title and artist.
@MainActor
final class AlbumFacts: Bin {
    /// Called with a facet that the user opens.
    var onFacet: ((AlbumFacet) -> Void)?

    private let year = DetailRow(localized("Year"))
    private let genre = DetailRow(localized("Genre"))
    private let release = ReleaseField.allCases.map { ($0, DetailRow($0.label)) }
    private let tracks = DetailRow(localized("Tracks"))
    private let length = DetailRow(localized("Playing Time"))
    private let added = DetailRow(localized("Added"))
    private let folder = DetailRow(localized("Folder"))
    private let forget = Button(localized("Forget", context: "a folder"))
    private lazy var away = DetailRow(localized("Not Connected"), button: forget)
    private let machines = DetailRow(localized("Files On"))
    private var rows: [DetailRow] {
        let dates = release.filter { $0.0.isDate }.map(\.1)
        let others = release.filter { !$0.0.isDate }.map(\.1)
        return [year] + dates + [genre] + others + [tracks, length, added, folder, away, machines]
    }

    init() {
        super.init()
        let table = PlainList(style: "boxed-list", rows: rows)
        table.setAccessibleLabel(localized("Album details"))
        child = table
        forget.actionName = "app.forget"
        forget.tooltip = localized("Remove This Folder's Albums from the Library")
    }

    /// Shows what is known. What is not is left out; where nothing is, there is no table.
    func show(_ album: Album, _ contents: AlbumDetails) {
        show([album.year.map(AlbumFacet.year)].compactMap(\.self), in: year)
        show(AlbumFacet.genres(in: album.genre ?? "").map(AlbumFacet.genre), in: genre)
        for (field, row) in release { show(contents.release?[field] ?? [], of: field, in: row, besides: album) }
        tracks.text = album.trackCount.map(String.init)
        length.text = PlayingTime.total(of: contents.tracks.map(\.seconds))
        // Copies have dates of their own.
        let isDated = contents.copies.contains { $0.record.added != nil }
        added.text = isDated ? nil : album.record.added.map { DateText.day($0.timeIntervalSince1970) }
        show([contents.files?.firstFolder].compactMap { $0.map(AlbumFacet.folder) }, in: folder)
        away.text = contents.awayFolder.map(FolderName.shown)
        machines.text = joined(contents.machines)
        isVisible = rows.contains(where: \.isVisible)
    }

    private func joined(_ texts: [String]) -> String {
        texts.joined(separator: localized(", ", context: "between counts"))
    }

    private func show(_ values: [String], of field: ReleaseField, in row: DetailRow, besides album: Album) {
        switch field {
        case .labels: show(values.map(AlbumFacet.label), in: row)
        case .format: showFormat(values.first ?? "", in: row)
        case .originalYear: row.text = values.first.flatMap { $0 == album.year.map(String.init) ? nil : $0 }
        case _ where field.isFacet: show(values.map { .release(field: field, value: $0) }, in: row)
        default: row.text = joined(values)
        }
    }

    /// Shows the parts of a format, "2xLP" and "Album", which lead to the albums with the same: "LP" and "Album".
    private func showFormat(_ text: String, in row: DetailRow) {
        let formats = AlbumFacet.formats(in: text)
        row.showLinks(formats.map { FormatWord.word(for: $0.part) }) { [weak self] index in
            self?.onFacet?(.format(formats[index].format))
        }
    }

    private func show(_ facets: [AlbumFacet], in row: DetailRow) {
        row.showLinks(facets.map(\.shownText)) { [weak self] index in self?.onFacet?(facets[index]) }
    }
}
