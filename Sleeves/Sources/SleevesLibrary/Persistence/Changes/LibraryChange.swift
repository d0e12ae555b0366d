internal import Localization

/// Something that a person has done to the library, and that can be undone.
public struct LibraryChange: Sendable, Hashable, Identifiable {
    /// The kinds of changes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// What an album says of itself.
        case edit
        /// Albums were taken out of the library.
        case removal
        /// Another cover was chosen.
        case cover
        /// Albums were brought in, brought up to date, or went with their files.
        case importing
        /// A folder is followed no longer, and its albums were taken out.
        case forgetting
    }

    /// The later a change was made, the larger.
    public let id: Int64
    /// What was done.
    public let kind: Kind
    /// The title of the album, or of the first of them, as it was when the change was made.
    public let title: String
    /// How many albums were changed.
    public let albumCount: Int

    /// What to call it in a menu: “Remove 3 Albums”.
    public var name: String {
        switch kind {
        case .edit: localized("Edit “{title}”", ["title": title])
        case .removal where albumCount == 1: localized("Remove “{title}”", ["title": title])
        case .removal: localized(one: "Remove {count} Album", other: "Remove {count} Albums", count: albumCount)
        case .cover: localized("Change Cover of “{title}”", ["title": title])
        case .importing where albumCount == 1: localized("Import “{title}”", ["title": title])
        case .importing: localized(one: "Import {count} Album", other: "Import {count} Albums", count: albumCount)
        case .forgetting: localized("Forget “{folder}”", ["folder": title])
        }
    }

    /// Whether what it did is known for each album as before and after, and for the folders that are followed.
    var isOfFolders: Bool { kind == .importing || kind == .forgetting }
}
