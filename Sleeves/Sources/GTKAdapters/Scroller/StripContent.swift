internal import CAdwaita

/// An object that lays out a ``StripWidget``.
@MainActor
protocol StripContent: AnyObject, Sendable {
    /// Returns the minimum and the natural extent in a direction, in logical pixels.
    func measure(_ orientation: Orientation) -> (minimum: Int, natural: Int)

    /// Allocates every child. Must not add or remove children.
    func layOut(width: Int, height: Int)

    /// The children to draw, from back to front.
    var drawingOrder: [Widget] { get }
}
