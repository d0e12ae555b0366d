/// The arithmetic of a strip: the positions of its items at each offset.
///
/// An offset is the distance, in points and in reading order, from the start of the strip to the start of the viewport:
///
///     | leading offset | item 0 | padding | item 1 | … | trailing offset |
///              |<-- viewport -->|
///     |<offset>|
///
/// All operations are O(1) and apply to both layout directions; only frames and hit tests are mirrored.
struct StripGeometry: Hashable, Sendable {
    var metrics: HorizontalScrollerMetrics
    var viewport: ScrollerSize
    var count: Int

    /// The distance from one item's start to the next one's, in points.
    var pitch: Double { metrics.itemWidth + metrics.padding }

    /// The sign that converts a distance to the right into a distance in reading order.
    var rightwards: Double { metrics.layoutDirection == .leftToRight ? 1 : -1 }

    /// The space on either side of a centred item. Negative if the item is wider than the viewport.
    private var centringSpace: Double { (viewport.width - metrics.itemWidth) / 2 }

    private var leading: Double { metrics.leadingOffset ?? centringSpace }
    private var trailing: Double { metrics.trailingOffset ?? centringSpace }

    /// The offsets at which the strip can rest.
    var range: ClosedRange<Double> {
        guard count > 0 else { return 0...0 }
        // This doesn't subtract the viewport from the strip's length: with the default offsets, the viewport would cancel out only up to
        // rounding, and the last item would rest beside the centre.
        let ends = (leading - centringSpace) + (trailing - centringSpace)
        return 0...max(0, Double(count - 1) * pitch + ends)
    }

    /// The offset that centres the first item, in points, whether or not the strip can rest there.
    var firstCentre: Double { leading - centringSpace }

    /// Returns the offset that shows an item as near to the centre as possible.
    func restOffset(of index: Int) -> Double {
        clamped(firstCentre + Double(index) * pitch)
    }

    /// Returns the nearest offset at which the strip can rest.
    func clamped(_ offset: Double) -> Double {
        let range = range
        return min(max(offset, range.lowerBound), range.upperBound)
    }

    /// Returns the item nearest to the centre at an offset, or `nil` if there are no items.
    func nearestIndex(at offset: Double) -> Int? {
        guard count > 0 else { return nil }
        let position = ((offset - firstCentre) / pitch).rounded()
        // Compared as Double, because an extreme offset wouldn't fit in an Int.
        return Int(min(max(position, 0), Double(count - 1)))
    }

    /// The number of whole items that fit in the viewport; at least 1.
    var itemsPerPage: Int {
        max(1, whole((viewport.width + metrics.padding) / pitch))
    }

    /// Returns the items visible at least in part at an offset, extended by the margin; empty without a viewport.
    func window(at offset: Double) -> Range<Int> {
        guard count > 0, !viewport.isEmpty else { return 0..<0 }
        let first = ((offset - leading - metrics.itemWidth) / pitch).rounded(.down) + 1
        let last = ((offset - leading + viewport.width) / pitch).rounded(.up) - 1
        let lower = whole(max(0, first - Double(metrics.margin)))
        let upper = whole(max(0, last + Double(metrics.margin) + 1))
        return min(lower, count)..<max(min(lower, count), min(upper, count))
    }

    /// The largest number of items in a window: the visible ones, and the margin on both sides.
    var capacity: Int {
        guard !viewport.isEmpty else { return 0 }
        return whole(viewport.width / pitch) + 2 + 2 * metrics.margin
    }

    /// Returns the left edge of an item at an offset.
    private func leftEdge(of index: Int, at offset: Double) -> Double {
        let start = leading + Double(index) * pitch - offset
        return metrics.layoutDirection == .leftToRight ? start : viewport.width - start - metrics.itemWidth
    }

    /// Returns the placement of an item at an offset.
    func placement(of index: Int, at offset: Double, isSelected: Bool) -> ScrollerPlacement {
        ScrollerPlacement(
            index: index,
            frame: ScrollerFrame(
                x: leftEdge(of: index, at: offset),
                y: (viewport.height - metrics.itemHeight) / 2,
                width: metrics.itemWidth,
                height: metrics.itemHeight
            ),
            distanceFromCentre: (firstCentre + Double(index) * pitch - offset) / pitch,
            isSelected: isSelected
        )
    }

    /// Returns the item at a point of the viewport, or `nil` in the padding and outside. A left edge belongs to its item, a right edge doesn't.
    func index(at point: ScrollerPoint, offset: Double) -> Int? {
        guard count > 0, !viewport.isEmpty,
            point.x >= 0, point.x < viewport.width, point.y >= 0, point.y < viewport.height,
            abs(point.y - viewport.height / 2) <= metrics.itemHeight / 2
        else { return nil }
        let along = metrics.layoutDirection == .leftToRight ? point.x : viewport.width - point.x
        // Edges are rounded, and from right to left an item includes its end, so it may also be the item before or after.
        let near = ((along + offset - leading) / pitch).rounded(.down)
        let item = stride(from: near - 1, through: near + 1, by: 1).first { item in
            guard item >= 0, item < Double(count) else { return false }
            let left = leftEdge(of: Int(item), at: offset)
            return left <= point.x && point.x < left + metrics.itemWidth
        }
        return item.map { Int($0) }
    }

    /// Returns a number as an Int. A number that doesn't fit becomes the largest one that is safe to add to.
    private func whole(_ value: Double) -> Int {
        value < 0 ? 0 : Int(exactly: value.rounded(.down)) ?? Int.max / 4
    }
}
