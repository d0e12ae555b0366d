import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The page of several selected albums: the first covers, what the albums contain together, and a list of them.
@MainActor
final class SelectionPage: Bin {
    /// The number of covers, and that of rows in the list.
    private static let (coverCount, rowCount) = (4, 50)

    /// Called with the index of an album that the user opens.
    var onOpen: ((Int) -> Void)?

    private let covers: [AlbumView]
    private let frame: PageFrame
    private let title = Label(style: "title-2")
    private let summary = Label(style: "dim-label")
    private let list = ListBox(style: "boxed-list")
    private let rest = Label(style: "dim-label")
    private var rows: [Int] = []

    init(hub: NotificationHub) {
        let side = PageFrame.sides.upperBound / 2
        let covers = (0..<Self.coverCount).map { _ in AlbumView(hub: hub, side: side, showsNames: false) }
        self.covers = covers
        let halves = stride(from: 0, to: Self.coverCount, by: 2).map { Box(.horizontal, spacing: 6, [covers[$0], covers[$0 + 1]]) }
        let mosaic = Box(.vertical, spacing: 6, halves)
        for box in halves + [mosaic] { box.isHomogeneous = true }
        let buttons = Box(.horizontal, spacing: 12)
        frame = PageFrame(mosaic, [Box(.vertical, spacing: 6, [title, summary, buttons]), list, rest])
        super.init(frame)
        title.setAccessibleRole(.heading)
        for label in [title, summary, rest] {
            label.wraps = true
            label.textAlignment = 0.5
        }
        let play = Button(PlayerCommand.play.name, icon: PlayerCommand.play.icon, style: "pill")
        play.actionName = "app.play"
        let more = MenuButton(icon: "view-more-symbolic", tooltip: localized("Change the Albums"), menu: AlbumMenu.menu)
        more.addStyle("circular")
        more.verticalAlignment = .center
        for button in [play, more] as [Widget] { buttons.append(button) }
        buttons.horizontalAlignment = .center
        buttons.margins = Margins(top: 12)
        list.setAccessibleLabel(localized("Selected albums"))
        list.onActivate = { [weak self] row in
            if let self { onOpen?(rows[row]) }
        }
    }

    /// Adapts the page's width to the window's.
    func makeRoom(windowWidth: Int, isBesideWall: Bool) {
        frame.makeRoom(windowWidth: windowWidth, isBesideWall: isBesideWall)
    }

    /// Reads and shows the selected albums.
    func show(_ selected: SelectedAlbums, of library: LibraryAPI) async throws(PersistencyError) {
        let first = Array(selected.indices.prefix(Self.rowCount))
        for index in first { try await library.loadAlbums(index..<index + 1, of: selected.list) }
        let statistics = try await library.statistics(of: selected.indices, in: selected.list, limit: 0)
        if Task.isCancelled { return }
        let albums = first.compactMap { index in library.album(at: index, in: selected.list).map { (index, $0) } }
        title.text = localized(one: "{count} album", other: "{count} albums", count: statistics.albums)
        summary.text = Self.summary(of: statistics)
        show(albums.prefix(Self.coverCount).map(\.1))
        list.removeAll()
        rows = albums.map(\.0)
        for (_, album) in albums {
            let names = [album.artist, album.year.map(String.init)].compactMap(\.self)
            let row = ActionRow(album.title, subtitle: names.joined(separator: " · "))
            row.titleLineLimit = 2
            row.isActivatable = true
            list.append(row)
        }
        let others = statistics.albums - albums.count
        rest.isVisible = others > 0
        if others > 0 { rest.text = localized(one: "and {count} more album", other: "and {count} more albums", count: others) }
        frame.scrollToTop()
    }

    /// Shows covers, two of them in a diagonal.
    private func show(_ albums: [Album]) {
        let places = albums.count == 2 ? [0, 3] : Array(albums.indices)
        for (place, cover) in covers.enumerated() {
            let album = places.firstIndex(of: place).map { albums[$0] }
            if let album { cover.show(album, name: nil) } else { cover.showNothing() }
            cover.opacity = album == nil ? 0 : 1
        }
    }

    private static func summary(of statistics: LibraryStatistics) -> String {
        let decades = statistics.decades.map { AlbumFacet.decade($0.year).shownText }
        let time = decades.count > 1 ? "\(decades[0]) – \(decades[decades.count - 1])" : decades.first
        let tracks =
            statistics.tracks > 0 ? localized(one: "{count} track", other: "{count} tracks", count: statistics.tracks) : nil
        let parts = [tracks, statistics.seconds > 0 ? PlayingTime.rounded(statistics.seconds) : nil, time]
        return parts.compactMap(\.self).joined(separator: " · ")
    }
}
