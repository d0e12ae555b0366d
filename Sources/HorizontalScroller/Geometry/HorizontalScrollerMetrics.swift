/// The dimensions of a strip of items, in points.
///
/// ```swift
/// scroller.metrics.itemWidth = 160
/// scroller.metrics.itemHeight = 160
/// scroller.metrics.layoutDirection = .rightToLeft
/// ```
///
/// All items have the same size, so arithmetic answers every question about positions: in O(1), with nothing stored per item.
///
/// ## Behavior
/// - By default, items are 100 by 100 with a padding of 10, from left to right.
/// - Every item can be centred, unless a leading or trailing offset prevents it.
/// - Invalid metrics trap with a message that names the fix.
public struct HorizontalScrollerMetrics: Hashable, Sendable {
    /// The direction in which items follow each other.
    ///
    /// ## Behavior
    /// - From right to left, the first item is the rightmost, and a drag to the right moves forward.
    public enum LayoutDirection: Hashable, Sendable, CaseIterable {
        /// The first item is the leftmost.
        case leftToRight

        /// The first item is the rightmost.
        case rightToLeft
    }

    /// The width of an item, in points. More than 0.
    public var itemWidth: Double

    /// The height of an item, in points. More than 0.
    public var itemHeight: Double

    /// The space between two items, in points. 0 or more.
    public var padding: Double

    /// The space before the first item, in points. `nil` means as much as centres the first item in the viewport.
    ///
    /// With less space, the first items can't be centred; selecting them scrolls as far as possible.
    public var leadingOffset: Double?

    /// The space after the last item, in points. `nil` means as much as centres the last item in the viewport.
    public var trailingOffset: Double?

    /// The number of items on each side of the visible ones that also have views. From 0 to 1,000.
    public var margin: Int

    /// The direction in which items follow each other.
    public var layoutDirection: LayoutDirection

    /// Creates metrics; every value has a default.
    ///
    /// - Parameters:
    ///   - itemWidth: The width of an item, in points.
    ///   - itemHeight: The height of an item, in points.
    ///   - padding: The space between two items, in points.
    ///   - leadingOffset: The space before the first item, in points, or `nil` to centre it.
    ///   - trailingOffset: The space after the last item, in points, or `nil` to centre it.
    ///   - margin: The number of items on each side of the visible ones that also have views.
    ///   - layoutDirection: The direction in which items follow each other.
    public init(
        itemWidth: Double = 100,
        itemHeight: Double = 100,
        padding: Double = 10,
        leadingOffset: Double? = nil,
        trailingOffset: Double? = nil,
        margin: Int = 2,
        layoutDirection: LayoutDirection = .leftToRight
    ) {
        self.itemWidth = itemWidth
        self.itemHeight = itemHeight
        self.padding = padding
        self.leadingOffset = leadingOffset
        self.trailingOffset = trailingOffset
        self.margin = margin
        self.layoutDirection = layoutDirection
    }
}

extension HorizontalScrollerMetrics {
    /// A description of the first invalid value and its fix; `nil` if all are valid.
    var problem: String? {
        guard itemWidth > 0, itemWidth.isFinite, itemHeight > 0, itemHeight.isFinite else {
            return "the item size is \(itemWidth) x \(itemHeight); give finite sides of more than 0 points"
        }
        guard padding >= 0, padding.isFinite else {
            return "the padding is \(padding); give a finite number of points, 0 or more"
        }
        guard (leadingOffset ?? 0) >= 0, (trailingOffset ?? 0) >= 0,
            (leadingOffset ?? 0).isFinite, (trailingOffset ?? 0).isFinite
        else {
            return "a leading or trailing offset is negative or not finite; give 0 points or more, or nil to centre the end items"
        }
        guard (0...1_000).contains(margin) else { return "the margin is \(margin); give a number of items from 0 to 1,000" }
        return nil
    }
}
