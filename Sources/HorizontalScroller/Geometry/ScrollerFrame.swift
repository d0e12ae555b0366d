/// A rectangle in the viewport, in points from its left and top edges.
public struct ScrollerFrame: Hashable, Sendable {
    /// The left edge, in points. Negative where the frame begins left of the viewport.
    public var x: Double

    /// The top edge, in points.
    public var y: Double

    /// The extent from left to right, in points.
    public var width: Double

    /// The extent from top to bottom, in points.
    public var height: Double

    /// The point in the middle.
    public var centre: ScrollerPoint {
        ScrollerPoint(x: x + width / 2, y: y + height / 2)
    }

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - x: The left edge, in points.
    ///   - y: The top edge, in points.
    ///   - width: The extent from left to right, in points.
    ///   - height: The extent from top to bottom, in points.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
