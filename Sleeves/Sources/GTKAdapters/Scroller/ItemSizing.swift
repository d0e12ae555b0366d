internal import HorizontalScroller

/// The size of items that grow with their strip: squares that fit its height, and leave their neighbours in view.
public struct ItemSizing: Hashable, Sendable {
    /// The possible sides of the item in the middle, in logical pixels.
    public var sides: ClosedRange<Double>
    /// The largest share of the strip's width that the item in the middle takes.
    public var widthShare: Double
    /// The space between two items, as a share of the side.
    public var padding: Double
    /// The space above and below the item in the middle, in logical pixels: for shadows, which the strip would clip.
    public var margin: Double

    /// Creates a rule.
    public init(sides: ClosedRange<Double>, widthShare: Double, padding: Double, margin: Double) {
        self.sides = sides
        self.widthShare = widthShare
        self.padding = padding
        self.margin = margin
    }

    /// Returns the largest side of the item in the middle in a width.
    func side(width: Double) -> Double {
        min(max((width * widthShare).rounded(.down), sides.lowerBound), sides.upperBound)
    }

    /// Returns the side of the item in the middle of a strip.
    func side(in strip: ScrollerSize) -> Double {
        min(side(width: strip.width), max((strip.height - 2 * margin).rounded(.down), sides.lowerBound))
    }

    /// Returns metrics with items of a size.
    ///
    /// - Parameters:
    ///   - metrics: The metrics to change.
    ///   - scale: The scale of the item in the middle.
    func adapt(_ metrics: HorizontalScrollerMetrics, to strip: ScrollerSize, scale: Double) -> HorizontalScrollerMetrics {
        let side = side(in: strip)
        var metrics = metrics
        metrics.itemWidth = side / scale
        metrics.itemHeight = side / scale
        metrics.padding = side * padding
        return metrics
    }
}
