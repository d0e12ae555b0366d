import GTKAdapters

/// A view: a table of names and values. It knows no album.
@MainActor
final class AlbumTable: Bin {
    private let group = PreferencesGroup()

    init() {
        super.init()
        child = Clamp(group, width: 480)
        margins = Margins(24)
    }

    func show(_ rows: [Row]) {
        group.removeAll()
        for row in rows { group.add(ActionRow(row.name, trailing: row.value)) }
    }
}
