/// A value by which a list puts albums together, under headings.
public enum ListGrouping: String, Sendable, Hashable, Codable, CaseIterable {
    /// The artist under whom an album is filed.
    case artist
    /// The decade of release.
    case decade
    /// The first of an album's genres.
    case genre
    /// The first of an album's labels.
    case label
    /// The medium of an album's first copy: the first part of its format. Albums that only have files are together as well.
    case medium
    /// The place of an album's first copy.
    case place
}

/// Albums that follow each other in a list, because they have a value in common.
public struct AlbumGroup: Sendable, Hashable {
    /// The value by which the list's albums are grouped.
    public let grouping: ListGrouping
    /// The value; `nil` for the albums without one, which come last.
    public let facet: AlbumFacet?
    /// The indices of the albums.
    public let indices: Range<Int>

    package init(_ grouping: ListGrouping, _ facet: AlbumFacet?, indices: Range<Int>) {
        (self.grouping, self.facet, self.indices) = (grouping, facet, indices)
    }
}
