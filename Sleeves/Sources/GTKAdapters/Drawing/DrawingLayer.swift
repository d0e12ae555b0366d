internal import CAdwaita

/// A part of a drawing that stays the same for many frames. Renderers keep what they have made of it.
@MainActor
public final class DrawingLayer {
    private(set) var node: OpaquePointer?
    private(set) var isDrawn = false

    /// Creates an empty layer.
    public init() {}

    isolated deinit {
        invalidate()
    }

    /// Forgets what was drawn, so that it is drawn anew in the next frame.
    public func invalidate() {
        if let node { gsk_render_node_unref(node) }
        node = nil
        isDrawn = false
    }

    /// Takes ownership of a node; `nil` if nothing was drawn.
    func keep(_ node: OpaquePointer?) {
        invalidate()
        self.node = node
        isDrawn = true
    }
}
