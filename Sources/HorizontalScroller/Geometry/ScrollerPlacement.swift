/// The place and appearance of an item's view in a ``HorizontalScrollerHost``.
///
/// ## Behavior
/// - The distance from the centre is measured in items.
public struct ScrollerPlacement: Hashable, Sendable {
    /// The item's index.
    public var index: Int

    /// The view's frame in the viewport, in points, already mirrored for right-to-left.
    public var frame: ScrollerFrame

    /// The item's distance from the centre of the viewport, in items: 0 is centred, 1 is one item further in reading order, -0.5 half an
    /// item before. A host can scale or dim a view by its magnitude.
    public var distanceFromCentre: Double

    /// Whether the item is the current one. While the strip moves, the current item may not be the centred one.
    public var isSelected: Bool

    /// Creates a placement.
    ///
    /// - Parameters:
    ///   - index: The item's index.
    ///   - frame: The view's frame in the viewport, in points.
    ///   - distanceFromCentre: The distance from the centre of the viewport, in items.
    ///   - isSelected: Whether the item is the current one.
    public init(index: Int, frame: ScrollerFrame, distanceFromCentre: Double, isSelected: Bool) {
        self.index = index
        self.frame = frame
        self.distanceFromCentre = distanceFromCentre
        self.isSelected = isSelected
    }
}
