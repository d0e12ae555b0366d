import GTKAdapters
import Localization
import SleevesLibrary

/// A row with a name, a number of albums, and a bar for the number.
@MainActor
final class BarRow: ListRow {
    /// The facet of these albums, which the row leads to.
    let facet: AlbumFacet?

    /// - Parameters:
    ///   - share: The filled part of the bar, 0 to 1; `nil` for no bar.
    ///   - facet: The facet of these albums; `nil` if there is none to show them by.
    init(_ name: String, albums: Int, share: Double?, facet: AlbumFacet? = nil) {
        self.facet = facet
        let title = Label(name)
        title.wraps = true
        title.lineLimit = 2
        title.isEllipsized = true
        title.textAlignment = 0
        title.expandsHorizontally = true
        title.horizontalAlignment = .start
        let column = Box(
            .vertical, spacing: 6, [Box(.horizontal, spacing: 12, [title, Label(formatted(albums), style: "dim-label", "numeric")])])
        if let share { column.append(LevelBar(share)) }
        column.margins = Margins(horizontal: 12, vertical: 10)
        super.init(column, isActivatable: facet != nil)
        setAccessibleLabel(Self.spoken(name, albums: albums))
    }

    /// Returns what a screen reader says for a bar.
    static func spoken(_ name: String, albums: Int) -> String {
        // Translators: {name} is a genre, a label, a format or a decade.
        localized(
            one: "{name}, {count} album", other: "{name}, {count} albums", count: albums, ["name": name])
    }
}
