/// A cover from a ``CoverStore``.
public struct KeptCover: Sendable, Hashable {
    /// The picture.
    public let image: CoverImage
    /// Whether the picture is smaller than requested, because the larger size was never made. The original, if it still exists, is larger.
    public let isSmaller: Bool

    /// Creates a cover in the requested size or a smaller one.
    public init(_ image: CoverImage, isSmaller: Bool = false) {
        self.image = image
        self.isSmaller = isSmaller
    }
}
