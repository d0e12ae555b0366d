internal import Localization

/// A change that the user has made to the library, and that can be undone.
public struct LibraryChange: Sendable, Hashable, Identifiable {
    /// The kinds of changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The values of albums were edited, or a field of the user's own was changed.
        case edit
        /// Albums were removed from the library.
        case removal
        /// Another cover was chosen.
        case cover
        /// Another encoding was chosen for the texts of an album's files.
        case encoding
        /// Albums were joined into one.
        case joining
        /// An album was split into several.
        case splitting
        /// Another copy of an album was chosen to play.
        case copy
        /// Missing covers were fetched.
        case fetching
        /// A record was added by itself.
        case adding
        /// Albums were added, updated, or removed with their files.
        case importing
        /// A folder or a list was forgotten, and its albums were removed.
        case forgetting
    }

    /// The identifier, which increases with each change.
    public let id: Int64
    /// The kind of change.
    public let kind: Kind
    /// The title of the first or only album, at the time of the change.
    public let title: String
    /// The number of changed albums.
    public let albumCount: Int

    /// The change's name for a menu: “Remove 3 Albums”.
    public var name: String {
        switch kind {
        case .edit where albumCount == 0: localized("Change Field “{name}”", ["name": title])
        case .edit where albumCount == 1: localized("Edit “{title}”", ["title": title])
        case .edit: localized(one: "Edit {count} Album", other: "Edit {count} Albums", count: albumCount)
        case .removal where albumCount == 1: localized("Remove “{title}”", ["title": title])
        case .removal: localized(one: "Remove {count} Album", other: "Remove {count} Albums", count: albumCount)
        case .cover: localized("Change Cover of “{title}”", ["title": title])
        case .encoding: localized("Change Text Encoding of “{title}”", ["title": title])
        case .joining: localized("Join Albums into “{title}”", ["title": title])
        case .splitting: localized("Split “{title}”", ["title": title])
        case .copy: localized("Choose Copy of “{title}”", ["title": title])
        case .fetching where albumCount == 1: localized("Fetch Cover of “{title}”", ["title": title])
        case .fetching: localized(one: "Fetch {count} Cover", other: "Fetch {count} Covers", count: albumCount)
        case .adding: localized("Add “{title}”", ["title": title])
        case .importing where albumCount == 1: localized("Import “{title}”", ["title": title])
        case .importing: localized(one: "Import {count} Album", other: "Import {count} Albums", count: albumCount)
        case .forgetting: localized("Forget “{folder}”", ["folder": title])
        }
    }

    /// Whether the change stores each album's states before and after it, and its effect on the followed folders.
    var isOfSources: Bool { kind == .adding || kind == .importing || kind == .forgetting }

    /// Whether the change stores which files are one album.
    var isOfAlbums: Bool { kind == .joining || kind == .splitting }
}
