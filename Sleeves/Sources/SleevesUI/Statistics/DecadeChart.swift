import GTKAdapters
import Localization
import SleevesLibrary

/// A chart with a column for each decade. It scrolls where the columns don't fit.
@MainActor
final class DecadeChart: Bin {
    /// The maximum number of decades between the first and the last one for which those without albums are shown, too.
    private static let span = 15

    /// - Parameters:
    ///   - decades: The decades that have albums, the first one first.
    ///   - onFacet: Called with a decade that the user opens.
    init(_ decades: [LibraryStatistics.Decade], onFacet: @escaping @MainActor (AlbumFacet) -> Void) {
        let most = decades.map(\.albums).max() ?? 1
        let columns = Self.completed(decades).map { year, albums in
            Self.column(year, albums: albums, share: Double(albums) / Double(most)) { onFacet(.decade(year)) }
        }
        let row = Box(.horizontal, spacing: 2, columns)
        row.isHomogeneous = true
        row.margins = Margins(horizontal: 12, vertical: 12)
        row.setAccessibleRole(.list)
        row.setAccessibleLabel(localized("Decades"))
        let scrolled = ScrolledWindow(TabStop(row), scrollsSideways: true)
        scrolled.setMinimumSize(height: 190)
        super.init(scrolled)
        addStyle("card")
    }

    /// Returns the number of albums for each decade, so that the columns are a scale of time.
    private static func completed(_ decades: [LibraryStatistics.Decade]) -> [(year: Int, albums: Int)] {
        guard let first = decades.first?.year, let last = decades.last?.year, last - first <= span * 10 else {
            return decades.map { ($0.year, $0.albums) }
        }
        let albums = Dictionary(decades.map { ($0.year, $0.albums) }, uniquingKeysWith: +)
        return stride(from: first, through: last, by: 10).map { ($0, albums[$0] ?? 0) }
    }

    private static func column(_ year: Int, albums: Int, share: Double, onClick: @escaping @MainActor () -> Void) -> Widget {
        let name = AlbumFacet.decade(year).shownText
        let bar = LevelBar(share, .vertical)
        bar.expandsVertically = true
        bar.horizontalAlignment = .center
        let column = Box(
            .vertical, spacing: 6, [Label(formatted(albums), style: "caption", "numeric"), bar, Label(name, style: "caption", "dim-label")])
        let item = Box(.vertical)
        item.setAccessibleRole(.listItem)
        item.setAccessibleLabel(BarRow.spoken(name, albums: albums))
        let button = Button(column, accessibleLabel: BarRow.spoken(name, albums: albums), style: "flat", onClick: onClick)
        button.isSensitive = albums > 0
        button.expandsVertically = true
        item.append(button)
        return item
    }
}
