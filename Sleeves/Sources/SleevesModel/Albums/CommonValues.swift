/// The values that several albums have in common, for a form that edits them together.
public struct CommonValues: Sendable, Hashable {
    /// The number of albums.
    public let count: Int
    /// Whether the user has edited any of them.
    public let isEdited: Bool
    /// The values that all of them have, except titles; `nil` where they differ.
    public let values: AlbumEdits

    /// Creates the value for no albums, or for some.
    public init(count: Int = 0, isEdited: Bool = false, values: AlbumEdits = AlbumEdits()) {
        self.count = count
        self.isEdited = isEdited
        self.values = values
    }
}
