/// A cover that a ``CoverStore`` has kept.
public struct KeptCover: Sendable, Hashable {
    /// The picture.
    public let image: CoverImage
    /// Whether it is smaller than what was asked for, because that has never been made: the original, where there still is one, has more.
    public let isSmaller: Bool

    /// A cover in the size that was asked for, or in a smaller one.
    public init(_ image: CoverImage, isSmaller: Bool = false) {
        self.image = image
        self.isSmaller = isSmaller
    }
}
