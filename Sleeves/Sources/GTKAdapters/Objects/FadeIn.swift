internal import CAdwaita

/// An animation that fades a widget in, if the desktop's animations are on.
@MainActor
public final class FadeIn {
    private let widget: GObjectReference
    private var animation: GObjectReference?

    /// Prepares the animation, without starting it.
    ///
    /// - Parameters:
    ///   - widget: the widget to fade in.
    ///   - milliseconds: the duration.
    public init(_ widget: Widget, milliseconds: Int) {
        self.widget = widget.object
        let target = adw_property_animation_target_new(widget.object.cast(), "opacity")
        guard let animation = adw_timed_animation_new(widget.gtk, 0, 1, guint(milliseconds), target) else {
            fatalError("libadwaita does not return without an animation")
        }
        self.animation = GObjectReference(taking: UnsafeMutableRawPointer(animation))
    }

    isolated deinit {
        finish()
        // libadwaita requires releasing the animation before its widget.
        animation = nil
    }

    /// Fades the widget in. A widget that isn't on screen, or with animations off, appears at once.
    public func start() {
        adw_animation_reset(animation?.cast())
        // The first step comes with the next frame. Until then the widget must be invisible.
        gtk_widget_set_opacity(widget.cast(), 0)
        adw_animation_play(animation?.cast())
    }

    /// Shows the widget at once.
    public func finish() {
        adw_animation_skip(animation?.cast())
    }
}
