import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that shows what the library contains, in numbers and bars.
@MainActor
final class StatisticsDialog: DialogWindow {
    /// Called with a facet whose albums the user wants to see.
    var onFacet: ((AlbumFacet) -> Void)?

    private let page = ScrolledWindow()
    private var statistics: LibraryStatistics?

    init(parent: ApplicationWindow) {
        super.init(title: localized("Statistics"), parent: parent, width: min(600, max(360, parent.width)), height: 640)
        page.expandsVertically = true
        content = Box(.vertical, [HeaderBar(), page])
    }

    /// Shows statistics in place of the former ones.
    func show(_ statistics: LibraryStatistics) {
        guard statistics != self.statistics else { return }
        self.statistics = statistics
        guard statistics.albums > 0 else {
            return page.child = StatusPage(
                icon: "media-optical-symbolic", title: localized("No Albums Yet"),
                description: localized("Add a music folder or a collection, and see here what your library contains."))
        }
        let column = Box(.vertical, spacing: 24, [Self.totals(of: statistics)] + sections(of: statistics))
        column.margins = Margins(horizontal: 18, vertical: 24)
        column.addStyle("statistics")
        page.child = Clamp(column, width: 600, isAbrupt: true)
    }

    private static func totals(of statistics: LibraryStatistics) -> Box {
        var totals = [(localized("Albums"), formatted(statistics.albums))]
        if statistics.tracks > 0 { totals.append((localized("Tracks"), formatted(statistics.tracks))) }
        if statistics.seconds > 0 { totals.append((localized("Playing time"), time(of: statistics.seconds))) }
        let tiles = totals.map { name, value in
            Box(.vertical, spacing: 3, [Label(value, style: "title-2", "numeric"), Label(name, style: "dim-label")])
        }
        let row = Box(.horizontal, spacing: 12, tiles)
        row.isHomogeneous = true
        return row
    }

    /// Returns a playing time, from ten hours on without minutes.
    private static func time(of seconds: Int) -> String {
        guard seconds >= 36_000 else { return PlayingTime.figures(seconds) }
        let hours = seconds / 3600
        return localized(one: "{count} hour", other: "{count} hours", count: hours, ["count": formatted(hours)])
    }

    private func sections(of statistics: LibraryStatistics) -> [Widget] {
        var sections: [Widget] = []
        if !statistics.decades.isEmpty {
            let group = PreferencesGroup(title: localized("Decades"))
            group.add(DecadeChart(statistics.decades) { [weak self] facet in self?.onFacet?(facet) })
            sections.append(group)
        }
        let missing = statistics.missing
        return sections
            + [
                section(localized("Genres"), statistics.genres, AlbumFacet.genre),
                section(localized("Labels"), statistics.labels, AlbumFacet.label),
                section(localized("Formats"), statistics.formats, AlbumFacet.format),
                section(
                    localized("Incomplete Albums"),
                    [
                        (localized("Without a cover"), missing.covers, AlbumFacet.withoutCover),
                        (localized("Without a year"), missing.years, nil), (localized("Without a genre"), missing.genres, nil),
                        (localized("Without a number of tracks"), missing.tracks, nil),
                    ].filter { $0.1 > 0 }
                        .map { name, albums, facet in
                            BarRow(name, albums: albums, share: Double(albums) / Double(statistics.albums), facet: facet)
                        }),
            ].compactMap(\.self)
    }

    private func section(_ title: String, _ shares: LibraryStatistics.Shares, _ facet: (String) -> AlbumFacet) -> PreferencesGroup? {
        let most = shares.top.map(\.albums).max() ?? 1
        var rows = shares.top.map { share in
            let facet = facet(share.name)
            return BarRow(facet.shownText, albums: share.albums, share: Double(share.albums) / Double(most), facet: facet)
        }
        // Without a bar: the sum of many values would make all other bars short.
        if shares.otherValues > 0 { rows.append(BarRow(localized("Others"), albums: shares.otherAlbums, share: nil)) }
        return section(title, rows)
    }

    /// Returns a heading with rows; `nil` if there are none.
    private func section(_ title: String, _ rows: [BarRow]) -> PreferencesGroup? {
        guard !rows.isEmpty else { return nil }
        let list = ListBox(style: "boxed-list")
        list.setAccessibleLabel(title)
        for row in rows { list.append(row) }
        list.onActivate = { [weak self] position in
            if let facet = rows[position].facet { self?.onFacet?(facet) }
        }
        let group = PreferencesGroup(title: title)
        group.add(list)
        return group
    }
}
