import CAdwaita
import Testing

extension WindowContent {
    /// An album's cover, in the strip or on the wall.
    struct Cover: Equatable, Sendable {
        let name: String
        let frame: Frame
        let isSelected: Bool
        /// Whether the cover's own picture is shown, rather than the stand-in alone.
        let hasPicture: Bool

        fileprivate init?(_ node: WidgetNode) {
            guard let frame = node.frame else { return nil }
            // On the wall, the name ends with the place: ", 3 of 35".
            name = node.name.replacing(/, [\d,]+ of [\d,]+$/, with: "")
            self.frame = frame
            isSelected = node.isSelected
            // The stand-in's picture has no name.
            hasPicture = node.tree.contains { $0.isPicture && $0.name == "Cover" }
        }
    }

    /// The covers in the strip, from left to right.
    var covers: [Cover] {
        let strip = first(GTK_ACCESSIBLE_ROLE_LIST, named: "Albums")
        let items = strip?.children.filter { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM } ?? []
        return items.compactMap(Cover.init).sorted { $0.frame.x < $1.frame.x }
    }

    /// The cells of the wall that show an album, in reading order.
    var cells: [Cover] {
        let wall = first(GTK_ACCESSIBLE_ROLE_GRID, named: "Albums")
        return wall?.children.compactMap(Cover.init).filter { $0.name.contains(" – ") } ?? []
    }

    /// An album's cover in the strip, if it is in view.
    func cover(of album: ListedAlbum) -> Cover? {
        covers.first { $0.name == album.heading }
    }

    /// The name of the chosen album.
    var selectedAlbum: String? {
        covers.first(where: \.isSelected)?.name
    }

    /// The title and the artist above the details, and what the table says.
    var details: [String: String] {
        details { row, name in row.texts.first { $0 != name } }
    }

    /// The same, as it is said to those who do not see it: the name of what takes the keyboard in a row.
    var spokenDetails: [String: String] {
        details { row, name in
            let spoken = row.tree.first(where: \.isFocusable)?.explicitName ?? ""
            return spoken.hasPrefix(name + ", ") ? String(spoken.dropFirst(name.count + 2)) : nil
        }
    }

    private func details(_ value: (_ row: WidgetNode, _ name: String) -> String?) -> [String: String] {
        guard let title = first(GTK_ACCESSIBLE_ROLE_HEADING) else { return [:] }
        var details = ["Album": title.name]
        details["Artist"] = title.parent?.children.first { $0.text != nil && $0.role != GTK_ACCESSIBLE_ROLE_HEADING && $0.isShown }?.text
        for row in first(GTK_ACCESSIBLE_ROLE_LIST, named: "Album details")?.children.filter(\.isShown) ?? [] {
            let name = row.name
            if ["Genre", "Year", "Tracks"].contains(name) { details[name] = value(row, name) }
        }
        return details
    }

    /// The values on the card of the only copy, by the names of its rows.
    var copy: [String: String] {
        let rows = first(GTK_ACCESSIBLE_ROLE_LIST, named: "Your Copy")?.children.filter(\.isShown).dropFirst() ?? []
        return rows.reduce(into: [:]) { copy, row in copy[row.name] = row.texts.first { $0 != row.name } }
    }

    /// The line below the window's title.
    var subtitle: String? {
        texts.first { $0.hasSuffix(" albums") || $0.hasSuffix(" album") }
    }

    /// Whether the search is open. The bar of a closed one has no height, while the field in it keeps its own.
    var isSearchOpen: Bool {
        first(GTK_ACCESSIBLE_ROLE_SEARCH)?.tree.contains { $0.name == "Search" } ?? false
    }
}

extension SleevesWindow {
    /// Waits until an album is the chosen one, in the strip and in the details.
    func expectSelection(_ album: ListedAlbum, at place: SourceLocation = #_sourceLocation) async throws {
        try await equal(album.selection, at: place) { Selection(cover: $0.selectedAlbum, details: $0.details) }
    }

    /// Waits until the page is that of an album.
    func expectPage(of album: ListedAlbum, at place: SourceLocation = #_sourceLocation) async throws {
        try await equal(album.details, at: place) { $0.details }
    }
}

/// The chosen album, as the strip and the details say it.
struct Selection: Equatable, Sendable {
    let cover: String?
    let details: [String: String]
}

extension ListedAlbum {
    fileprivate var selection: Selection { Selection(cover: heading, details: details) }
}
