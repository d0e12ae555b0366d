/// Where and how a ``HorizontalScrollerHost`` shows one item's view.
///
/// ## Behavior
/// - The distance from the centre is counted in items.
public struct ScrollerPlacement: Hashable, Sendable {
    /// The item's position among all items.
    public var index: Int

    /// The view's place in the viewport, in points, already mirrored for right-to-left.
    public var frame: ScrollerFrame

    /// How far the item is from the centre of the viewport, in items: 0 is centred, 1 is one item further in reading
    /// order, -0.5 half an item before. A host may scale or dim a view by its magnitude.
    public var distanceFromCentre: Double

    /// Whether the item is the current one. While the strip moves, the current item need not be the centred one.
    public var isSelected: Bool

    /// Makes a placement.
    ///
    /// - Parameters:
    ///   - index: The item's position among all items.
    ///   - frame: The view's place in the viewport, in points.
    ///   - distanceFromCentre: The distance from the centre of the viewport, in items.
    ///   - isSelected: Whether the item is the current one.
    public init(index: Int, frame: ScrollerFrame, distanceFromCentre: Double, isSelected: Bool) {
        self.index = index
        self.frame = frame
        self.distanceFromCentre = distanceFromCentre
        self.isSelected = isSelected
    }
}
