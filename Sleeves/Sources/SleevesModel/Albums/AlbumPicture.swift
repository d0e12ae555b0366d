/// A picture beside an album's files.
public struct AlbumPicture: Sendable, Hashable {
    /// The parts of a record that pictures show, in the order in which they are listed.
    public enum Kind: Int, Sendable, Hashable, CaseIterable {
        case front
        case back
        case booklet
        /// A disc, or its label.
        case medium
        case other
    }

    /// The picture's file.
    public let path: String
    /// The part of the record that it shows, judging by the file's name.
    public let kind: Kind

    package init(path: String, kind: Kind) {
        (self.path, self.kind) = (path, kind)
    }
}
