internal import CAdwaita

/// An object that lays out a ``StripWidget``.
@MainActor
protocol StripContent: AnyObject, Sendable {
    /// Returns the minimum and the natural extent in a direction, in logical pixels.
    ///
    /// - Parameter width: The width to return the height for, if it is known.
    func measure(_ orientation: Orientation, width: Int?) -> (minimum: Int, natural: Int)

    /// Allocates every child. Must not add or remove children.
    func layOut(width: Int, height: Int)

    /// The children to draw, from back to front.
    var drawingOrder: [Widget] { get }
}
