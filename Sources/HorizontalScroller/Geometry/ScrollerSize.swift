/// A width and a height, in points.
///
/// ## Behavior
/// - A size is empty unless both sides are finite and more than zero.
public struct ScrollerSize: Hashable, Sendable {
    /// No area at all.
    public static let zero = ScrollerSize(width: 0, height: 0)

    /// The extent from left to right, in points.
    public var width: Double

    /// The extent from top to bottom, in points.
    public var height: Double

    /// Whether there is nothing to show in: a side is zero, negative or not a finite number.
    public var isEmpty: Bool {
        !(width > 0 && height > 0 && width.isFinite && height.isFinite)
    }

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: The extent from left to right, in points.
    ///   - height: The extent from top to bottom, in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
