internal import CAdwaita

/// A button whose symbol shows a volume, with a slider for it in a popover. The wheel over the button changes it, too.
@MainActor
public final class VolumeButton: Widget {
    /// Called when the user chooses another volume.
    public var onChange: ((_ volume: Double) -> Void)?

    private var isSetting = false

    /// Creates a button.
    public init(accessibleLabel: String) {
        super.init(Self.make())
        setAccessibleLabel(accessibleLabel)
        // The button inside has the keyboard focus.
        if let button = gtk_widget_get_first_child(gtk) { Widget.setAccessibleLabel(accessibleLabel, on: OpaquePointer(button)) }
        // Above, where a bar at the bottom of a window has room.
        let popup = gtk_scale_button_get_popup(object.cast())
        if let popup { gtk_popover_set_position(UnsafeMutableRawPointer(popup).assumingMemoryBound(to: GtkPopover.self), GTK_POS_TOP) }
        showVolume()
        reportEscape()
        listen(to: "value-changed") { [weak self] _ in
            guard let self else { return }
            showVolume()
            if !isSetting { onChange?(volume) }
        }
    }

    private func showVolume() {
        gtk_widget_set_tooltip_text(gtk, "\(Int((volume * 100).rounded()))\u{202F}%")
    }

    private static func make() -> UnsafeMutablePointer<GtkWidget> {
        // Those of no volume and of the full one, and then those between.
        let icons = ["muted", "high", "low", "medium"].map { strdup("audio-volume-\($0)-symbolic") }
        defer { icons.forEach { free($0) } }
        var names = icons.map { UnsafePointer($0) } + [nil]
        return gtk_scale_button_new(0, 1, 0.02, &names)
    }

    /// The volume, from 0 to 1. Setting it doesn't call the handler.
    public var volume: Double {
        get { gtk_scale_button_get_value(object.cast()) }
        set {
            isSetting = true
            defer { isSetting = false }
            gtk_scale_button_set_value(object.cast(), newValue)
        }
    }
}
