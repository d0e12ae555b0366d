internal import CAdwaita

/// What decides how a ``StripWidget`` is laid out.
@MainActor
protocol StripContent: AnyObject, Sendable {
    /// The smallest and the wished extent in a direction, in logical pixels.
    func measure(_ orientation: Orientation) -> (minimum: Int, natural: Int)

    /// Gives every child its place. No children may be added or removed here.
    func layOut(width: Int, height: Int)

    /// The children that are drawn, from the back to the front.
    var drawingOrder: [Widget] { get }
}
