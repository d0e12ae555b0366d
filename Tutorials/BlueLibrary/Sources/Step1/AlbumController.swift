import Heed

/// A controller: shows an album in a table, and keeps the table up to date.
final class AlbumController {
    private let table = TextTable()
    private var observation: ObservationToken?

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        observation = album.observe(\.rows, initial: true) { [table] rows in table.show(rows) }
    }
}
