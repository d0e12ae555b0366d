import GTKAdapters
import Localization
import SleevesLibrary

/// The table of an album's details other than title and artist.
@MainActor
final class AlbumFacts: Bin {
    private let year = DetailRow(localized("Year"))
    private let genre = DetailRow(localized("Genre"))
    private let label = DetailRow(localized("Label"))
    private let format = DetailRow(localized("Format"))
    private let country = DetailRow(localized("Country"))
    private let tracks = DetailRow(localized("Tracks"))
    private let length = DetailRow(localized("Playing Time"))
    private let folder = DetailRow(localized("Folder"))
    private let forget = Button(localized("Forget", context: "a folder"))
    private lazy var away = DetailRow(localized("Not Connected"), button: forget)
    private var rows: [DetailRow] { [year, genre, label, format, country, tracks, length, folder, away] }

    init() {
        let table = ListBox(style: "boxed-list")
        table.setAccessibleLabel(localized("Album details"))
        super.init(table)
        forget.actionName = "app.forget"
        forget.tooltip = localized("Remove This Folder's Albums from the Library")
        for row in rows { table.append(row) }
    }

    /// Shows what is known. What is not is left out; where nothing is, there is no table.
    func show(_ album: Album, _ contents: AlbumDetails) {
        year.text = album.year.map(String.init)
        genre.text = album.genre
        let release = contents.release
        let number = release?.catalogueNumber.map { " – \($0)" } ?? ""
        label.text = release.map { $0.labels.joined(separator: ", ") + number }
        format.text = release?.format
        country.text = release?.country
        tracks.text = album.trackCount.map(String.init)
        length.text = PlayingTime.total(of: contents.tracks.map(\.seconds))
        folder.text = (contents.files?.folder).map(FolderName.shown)
        away.text = contents.awayFolder.map(FolderName.shown)
        isVisible = rows.contains(where: \.isVisible)
    }
}
