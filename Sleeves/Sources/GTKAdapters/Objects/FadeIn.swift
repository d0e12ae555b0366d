internal import CAdwaita

/// Lets a widget come out of nothing, where the desktop's animations are on.
@MainActor
public final class FadeIn {
    private let widget: GObjectReference
    private var animation: GObjectReference?

    /// Prepares it; nothing happens before ``start()``.
    ///
    /// - Parameters:
    ///   - widget: what is to come.
    ///   - milliseconds: how long that takes.
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
        // libadwaita wants the animation to go before what it moves.
        animation = nil
    }

    /// The widget comes, from nothing. One that is not on screen, or where nothing may move, is there at once.
    public func start() {
        adw_animation_reset(animation?.cast())
        // Its first step comes with the next frame, and until then nothing must be seen.
        gtk_widget_set_opacity(widget.cast(), 0)
        adw_animation_play(animation?.cast())
    }

    /// The widget is there at once.
    public func finish() {
        adw_animation_skip(animation?.cast())
    }
}
