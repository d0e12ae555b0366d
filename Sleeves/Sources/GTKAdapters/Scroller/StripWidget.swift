internal import CAdwaita

/// A GTK widget class with a layout in Swift: the type `SleevesStrip`, with the CSS name `strip`.
@MainActor
enum StripWidget {
    /// Makes a widget of the class, which doesn't own the content.
    static func make(_ content: any StripContent) -> UnsafeMutablePointer<GtkWidget> {
        let widget = make()
        attach(content, to: widget)
        return widget
    }

    /// Makes a widget without content.
    static func make() -> UnsafeMutablePointer<GtkWidget> {
        widgetClass.make()
    }

    /// Sets the content that lays out the widget from now on.
    static func attach(_ content: any StripContent, to widget: UnsafeMutablePointer<GtkWidget>) {
        let peer = Unmanaged.passRetained(StripPeer(content)).toOpaque()
        g_object_set_data_full(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), StripPeer.key, peer) { peer in
            // SAFETY: GObject calls this once, when the widget is finalised; it balances the retain above.
            if let peer { Unmanaged<StripPeer>.fromOpaque(peer).release() }
        }
    }

    private static let widgetClass = WidgetClass("SleevesStrip") { raw, _ in
        if let raw { fillClass(raw.assumingMemoryBound(to: GtkWidgetClass.self)) }
    }

    /// Sets the functions of the class. GObject calls it once.
    private nonisolated static func fillClass(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        gtk_widget_class_set_css_name(widgetClass, "strip")
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_LIST)

        widgetClass.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
        widgetClass.pointee.measure = { widget, orientation, other, minimum, natural, minimumBaseline, naturalBaseline in
            let content = StripPeer.content(of: widget)
            let direction: Orientation = orientation == GTK_ORIENTATION_HORIZONTAL ? .horizontal : .vertical
            let size = MainActor.assumeIsolated {
                content?.measure(direction, width: direction == .vertical && other >= 0 ? Int(other) : nil)
            }
            minimum?.pointee = gint(size?.minimum ?? 0)
            natural?.pointee = gint(size?.natural ?? 0)
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
        }
        widgetClass.pointee.size_allocate = { widget, width, height, _ in
            let content = StripPeer.content(of: widget)
            MainActor.assumeIsolated { content?.layOut(width: Int(width), height: Int(height)) }
        }
        widgetClass.pointee.snapshot = { widget, snapshot in
            let content = StripPeer.content(of: widget)
            // SAFETY: GTK draws on the main thread, which assumeIsolated checks; nothing crosses threads.
            nonisolated(unsafe) let (strip, picture) = (widget, snapshot)
            MainActor.assumeIsolated {
                for child in content?.drawingOrder ?? [] { gtk_widget_snapshot_child(strip, child.gtk, picture) }
            }
        }
        WidgetClass.removeChildrenOnDisposal(in: widgetClass)
    }
}

/// A weak reference from a strip's GTK widget to its content.
private final class StripPeer: Sendable {
    static let key = "sleeves-strip-peer"

    private weak let content: (any StripContent)?

    init(_ content: any StripContent) {
        self.content = content
    }

    static func content(of widget: UnsafeMutablePointer<GtkWidget>?) -> (any StripContent)? {
        guard let peer = widget?.data(key) else { return nil }
        // SAFETY: the data of this key is a peer that the widget retains.
        return Unmanaged<StripPeer>.fromOpaque(peer).takeUnretainedValue().content
    }
}
