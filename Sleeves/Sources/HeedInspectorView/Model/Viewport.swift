import GTKAdapters

/// The part of a graph that a view shows.
struct Viewport: Sendable, Equatable {
    /// The smallest and the largest scale.
    static let scales = 0.15...2.0
    /// The space around a graph that fits, in pixels of the view.
    private static let margin = 20.0

    /// The number of pixels for a unit of the graph.
    private(set) var scale = 1.0
    /// The position of the graph's corner in the view.
    private(set) var origin = Spot(x: 0, y: 0)

    /// Returns the part of the graph that a view of a size shows.
    func visible(width: Double, height: Double) -> Area {
        Area(x: -origin.x / scale, y: -origin.y / scale, width: width / scale, height: height / scale)
    }

    /// Returns the point of the graph at a point of the view.
    func graphSpot(_ spot: Spot) -> Spot {
        Spot(x: (spot.x - origin.x) / scale, y: (spot.y - origin.y) / scale)
    }

    /// Returns the point of the view at a point of the graph.
    func viewSpot(_ spot: Spot) -> Spot {
        Spot(x: spot.x * scale + origin.x, y: spot.y * scale + origin.y)
    }

    /// Moves the graph.
    mutating func pan(x: Double, y: Double) {
        origin = Spot(x: origin.x + x, y: origin.y + y)
    }

    /// Scales the graph, keeping a point of the view where it is.
    mutating func zoom(by factor: Double, around spot: Spot) {
        let fixed = graphSpot(spot)
        scale = min(max(scale * factor, Self.scales.lowerBound), Self.scales.upperBound)
        origin = Spot(x: spot.x - fixed.x * scale, y: spot.y - fixed.y * scale)
    }

    /// Shows the whole width of a layout, from its top, or in the middle if there is room for its whole height.
    mutating func fit(_ layout: GraphLayout, width: Double, height: Double) {
        guard layout.width > 0, width > 0 else { return }
        let fitting = (width - 2 * Self.margin) / layout.width
        scale = min(max(min(fitting, 1), Self.scales.lowerBound), Self.scales.upperBound)
        let free = height - layout.height * scale
        origin = Spot(x: (width - layout.width * scale) / 2, y: max(Self.margin, free / 2))
    }

    /// Moves an area of the graph into view, as little as possible.
    mutating func reveal(_ area: Area, width: Double, height: Double) {
        func shift(_ low: Double, _ high: Double, _ length: Double) -> Double {
            if low < Self.margin { return Self.margin - low }
            return high > length - Self.margin ? max(length - Self.margin - high, Self.margin - low) : 0
        }
        pan(
            x: shift(area.x * scale + origin.x, area.right * scale + origin.x, width),
            y: shift(area.y * scale + origin.y, area.bottom * scale + origin.y, height)
        )
    }

    /// Keeps the graph in view: all of it where it fits, otherwise as much as fits.
    mutating func clamp(to layout: GraphLayout, width: Double, height: Double) {
        func clamped(_ origin: Double, _ extent: Double, _ length: Double) -> Double {
            let (first, last) = (Self.margin, length - extent * scale - Self.margin)
            return min(max(origin, min(first, last)), max(first, last))
        }
        origin = Spot(x: clamped(origin.x, layout.width, width), y: clamped(origin.y, layout.height, height))
    }
}
