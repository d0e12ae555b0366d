/// A width and a height, in points.
///
/// ## Behavior
/// - A size is empty unless both sides are finite and greater than zero.
public struct ScrollerSize: Hashable, Sendable {
    /// A size without area.
    public static let zero = ScrollerSize(width: 0, height: 0)

    /// The width, in points.
    public var width: Double

    /// The height, in points.
    public var height: Double

    /// Whether the size has no area: a side is zero, negative or not finite.
    public var isEmpty: Bool {
        !(width > 0 && height > 0 && width.isFinite && height.isFinite)
    }

    /// Creates a size.
    ///
    /// - Parameters:
    ///   - width: The width, in points.
    ///   - height: The height, in points.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
