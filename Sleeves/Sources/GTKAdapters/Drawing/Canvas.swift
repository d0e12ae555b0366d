internal import CAdwaita

/// A widget that is drawn in Swift: the class `SleevesCanvas`, with the CSS name `canvas`. Subclass it, or set ``onDraw``.
///
/// GTK calls the closure only when the widget is on screen, and when its contents, its size or its style have changed.
@MainActor
open class Canvas: Widget {
    /// Draws the widget.
    public var onDraw: ((Painter) -> Void)?
    /// Called when the widget has another size, before it is drawn.
    public var onResize: (() -> Void)?

    let texts: TextLayouts

    /// Creates a canvas.
    ///
    /// - Parameters:
    ///   - role: What it is for assistive technologies.
    ///   - accessibleLabel: The name that a screen reader says.
    public init(role: AccessibleRole = .image, accessibleLabel: String) {
        let widget = Self.widgetClass.make()
        texts = TextLayouts(of: widget)
        super.init(widget)
        setAccessibleRole(role)
        setAccessibleLabel(accessibleLabel)
        clipsContent = true
        let peer = Unmanaged.passRetained(CanvasPeer(self)).toOpaque()
        g_object_set_data_full(object.cast(), CanvasPeer.key, peer) { peer in
            // SAFETY: GObject calls this once, when the widget is finalised; it balances the retain above.
            if let peer { Unmanaged<CanvasPeer>.fromOpaque(peer).release() }
        }
    }

    /// Draws the widget again in the next frame.
    public func redraw() {
        gtk_widget_queue_draw(gtk)
    }

    /// Returns a colour of the theme.
    public func paint(_ name: Paint.Name) -> Paint {
        Style.paint(name)
    }

    private func draw(into snapshot: OpaquePointer) {
        texts.update()
        onDraw?(Painter(snapshot: snapshot, canvas: self))
    }

    private static let widgetClass = WidgetClass("SleevesCanvas") { raw, _ in
        if let raw { fillClass(raw.assumingMemoryBound(to: GtkWidgetClass.self)) }
    }

    /// Sets the functions of the class. GObject calls it once.
    private nonisolated static func fillClass(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        gtk_widget_class_set_css_name(widgetClass, "canvas")
        widgetClass.pointee.size_allocate = { widget, _, _, _ in
            let canvas = CanvasPeer.canvas(of: widget)
            // GTK is still laying out.
            MainActor.assumeIsolated { canvas?.onResize?() }
        }
        widgetClass.pointee.snapshot = { widget, snapshot in
            guard let snapshot, let canvas = CanvasPeer.canvas(of: widget) else { return }
            // SAFETY: GTK draws on the main thread, which assumeIsolated checks; nothing crosses threads.
            nonisolated(unsafe) let picture = snapshot
            MainActor.assumeIsolated { canvas.draw(into: picture) }
        }
    }
}

/// A weak reference from a GTK widget to its canvas.
private final class CanvasPeer: Sendable {
    static let key = "sleeves-canvas-peer"

    private weak let canvas: Canvas?

    init(_ canvas: Canvas) {
        self.canvas = canvas
    }

    static func canvas(of widget: UnsafeMutablePointer<GtkWidget>?) -> Canvas? {
        guard let peer = widget?.data(key) else { return nil }
        // SAFETY: the data of this key is a peer that the widget retains.
        return Unmanaged<CanvasPeer>.fromOpaque(peer).takeUnretainedValue().canvas
    }
}
