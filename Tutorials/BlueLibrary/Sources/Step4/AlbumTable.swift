import Heed

/// Shows the selected album in a table.
final class AlbumTable: Observer {
    private let table = TextTable()

    func update(_ album: Album) {
        table.show(album.rows)
    }
}
