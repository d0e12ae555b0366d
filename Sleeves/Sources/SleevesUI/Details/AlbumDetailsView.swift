import GTKAdapters
import Heed
import SleevesLibrary

/// The table of details below the strip, and the list of tracks.
@MainActor
final class AlbumDetailsView: Bin {
    private let artist = DetailRow("Artist")
    private let title = DetailRow("Album")
    private let genre = DetailRow("Genre")
    private let year = DetailRow("Year")
    private let trackCount = DetailRow("Tracks")
    private let label = DetailRow("Label")
    private let format = DetailRow("Format")
    private let copies = DetailRow("Copies")
    private let tracks = PreferencesGroup(title: "Track List")
    private let scrolled = ScrolledWindow()
    private var receptionist: Receptionist?

    init() {
        super.init()
        let table = PreferencesGroup()
        table.setAccessibleLabel("Details of the album")
        for detail in [artist, title, genre, year, trackCount, label, format, copies] { table.add(detail.row) }
        let column = Box(.vertical, spacing: 24, [table, tracks])
        column.margins = Margins(horizontal: 12, vertical: 24)
        scrolled.child = Clamp(column, width: 640)
        scrolled.expandsVertically = true
        child = scrolled
    }

    /// Shows an album, and follows it when it changes.
    ///
    /// - Parameter release: What a collector's catalogue says of it, where it came from one.
    func show(_ album: Album, tracks: [TrackRecord], release: ReleaseRecord? = nil) {
        fill(from: album)
        fill(from: release)
        list(tracks, of: album)
        scrolled.scrollToTop()
        receptionist = Receptionist(for: album, \.details, on: .glib, delivering: .latest) { [weak self, weak album] _ in
            guard let album else { return }
            self?.fill(from: album)
        }
    }

    private func fill(from album: Album) {
        artist.text = album.artist
        title.text = album.title
        genre.text = album.genre ?? "Unknown"
        year.text = album.year.map(String.init) ?? "Unknown"
        trackCount.text = album.trackCount.map(String.init) ?? "Unknown"
    }

    private func fill(from release: ReleaseRecord?) {
        let number = release?.catalogueNumber.map { " – \($0)" } ?? ""
        set(label, to: release.map { $0.labels.joined(separator: ", ") + number })
        set(format, to: release?.format)
        set(copies, to: release.map { String($0.copies.count) })
    }

    /// Fills a row, or hides it where there is nothing to fill it with.
    private func set(_ row: DetailRow, to text: String?) {
        row.row.isVisible = text?.isEmpty == false
        row.text = text ?? ""
    }

    private func list(_ records: [TrackRecord], of album: Album) {
        tracks.removeAll()
        tracks.isVisible = !records.isEmpty
        let hasDiscs = Set(records.compactMap(\.disc)).count > 1
        for record in records {
            let row = ActionRow(record.title, subtitle: record.artist ?? "", trailing: record.seconds.map(Self.duration))
            row.addPrefix(Label(Self.number(of: record, withDisc: hasDiscs), style: "dim-label", "numeric"))
            tracks.add(row)
        }
    }

    private static func number(of track: TrackRecord, withDisc: Bool) -> String {
        let number = track.number.map(String.init) ?? "–"
        guard withDisc, let disc = track.disc else { return number }
        return "\(disc)-\(number)"
    }

    private static func duration(_ seconds: Int) -> String {
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Album {
    /// Everything that the table shows, as one value to observe.
    fileprivate var details: [String] {
        [artist, title, genre ?? "", year.map(String.init) ?? "", trackCount.map(String.init) ?? ""]
    }
}
