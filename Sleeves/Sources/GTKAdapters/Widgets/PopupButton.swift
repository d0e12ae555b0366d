internal import CAdwaita

/// A button that opens something in front of the window.
@MainActor
public class PopupButton: Widget {
    init() {
        super.init(gtk_menu_button_new())
        gtk_menu_button_set_create_popup_func(
            opaque,
            { _, owner in
                guard let owner else { return }
                // SAFETY: the owner is retained until the destroy notify below.
                let weak = Unmanaged<WeakButton>.fromOpaque(owner).takeUnretainedValue()
                MainActor.assumeIsolated { weak.button?.prepare() }
            },
            Unmanaged.passRetained(WeakButton(self)).toOpaque(),
            { owner in
                // SAFETY: GTK calls this once, with the button; it balances the retain above.
                if let owner { Unmanaged<WeakButton>.fromOpaque(owner).release() }
            }
        )
    }

    /// The height between the button and the lower edge of its window, in logical pixels.
    public var roomBelow: Int {
        var bounds = graphene_rect_t()
        guard let window = gtk_widget_get_root(gtk).map({ UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }),
            gtk_widget_compute_bounds(gtk, window, &bounds) != 0
        else { return 0 }
        return Int(gtk_widget_get_height(window)) - Int(bounds.origin.y + bounds.size.height)
    }

    /// Makes what the button is about to open.
    func prepare() {}
}

/// A weak reference from GTK to a button.
private final class WeakButton: Sendable {
    @MainActor private(set) weak var button: PopupButton?

    @MainActor init(_ button: PopupButton) {
        self.button = button
    }
}
