/// A rectangle in the viewport, in points from its left and top edges.
public struct ScrollerFrame: Hashable, Sendable {
    /// The left edge, in points. Negative if the frame begins left of the viewport.
    public var x: Double

    /// The top edge, in points.
    public var y: Double

    /// The width, in points.
    public var width: Double

    /// The height, in points.
    public var height: Double

    /// The point in the centre.
    public var centre: ScrollerPoint {
        ScrollerPoint(x: x + width / 2, y: y + height / 2)
    }

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - x: The left edge, in points.
    ///   - y: The top edge, in points.
    ///   - width: The width, in points.
    ///   - height: The height, in points.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
