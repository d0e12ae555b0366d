internal import CAdwaita

/// A point of a drawing, in logical pixels.
public struct Spot: Hashable, Sendable {
    /// The distance from the left.
    public var x: Double
    /// The distance from the top.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }
}

/// A rectangle of a drawing, in logical pixels.
public struct Area: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The upper edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }

    /// The right edge.
    public var right: Double { x + width }
    /// The lower edge.
    public var bottom: Double { y + height }
    /// The point in the middle.
    public var middle: Spot { Spot(x: x + width / 2, y: y + height / 2) }

    /// Returns whether a point is in the rectangle.
    public func contains(_ spot: Spot) -> Bool {
        spot.x >= x && spot.x < right && spot.y >= y && spot.y < bottom
    }

    /// Returns whether two rectangles have a part in common.
    public func intersects(_ other: Area) -> Bool {
        x < other.right && other.x < right && y < other.bottom && other.y < bottom
    }

    /// Returns the smallest rectangle that contains both.
    public func union(_ other: Area) -> Area {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return Area(x: left, y: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// Returns the part that two rectangles have in common; `nil` if there is none.
    public func intersection(_ other: Area) -> Area? {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let (width, height) = (min(right, other.right) - left, min(bottom, other.bottom) - top)
        return width > 0 && height > 0 ? Area(x: left, y: top, width: width, height: height) : nil
    }

    /// Returns the rectangle with its edges moved inwards; outwards for negative distances.
    public func inset(by distance: Double) -> Area {
        Area(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
    }

    var graphene: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(max(0, width)), height: Float(max(0, height)))
        )
    }
}
