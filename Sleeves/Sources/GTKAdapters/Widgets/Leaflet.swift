internal import CAdwaita
internal import Heed

/// Two widgets side by side, or, where they don't fit, one at a time.
///
/// A swipe, the mouse's back button, and Alt with the arrow key back lead from the second one to the first one.
///
/// The widgets themselves say whether they fit. Libadwaita's own views of this kind fold at a fixed width of the window, whatever the texts in
/// it and their size, and have the first widget keep its width, not the second.
@MainActor
public final class Leaflet: Widget, ChildLayout {
    // State, all protected by the main actor:
    // - fold: what is shown, for observers.
    // - isLaidOutFolded: what the last layout found, which observers are yet to be told.
    // - lastFocus: the widget that had the focus before the shown one came.
    // - slide: the animation between the widgets while only one fits: 0 shows the first one, 1 the second.

    private let first: Widget
    private let second: Widget
    private let fold = Fold()
    private var isLaidOutFolded = false
    private var lastFocus: GObjectReference?
    private var slide: GObjectReference?
    private var step: SignalConnection?

    /// Creates a leaflet that shows the first widget where only one fits.
    ///
    /// - Parameters:
    ///   - first: The widget that takes the rest of the width.
    ///   - second: The widget at the end.
    public init(_ first: Widget, _ second: Widget) {
        self.first = first
        self.second = second
        super.init(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        clipsContent = true
        for widget in [first, second] {
            keep(widget)
            gtk_box_append(object.cast(), widget.gtk)
        }
        setLayout(self)
        // Its value is all that is needed of the animation.
        guard let animation = adw_timed_animation_new(gtk, 0, 0, 250, adw_callback_animation_target_new({ _, _ in }, nil, nil)) else {
            fatalError("libadwaita does not return without an animation")
        }
        let slide = GObjectReference(taking: UnsafeMutableRawPointer(animation))
        self.slide = slide
        step = SignalConnection(to: slide, "notify::value") { [weak self] _ in self?.requestAllocation() }
        followBack()
    }

    isolated deinit {
        // libadwaita requires releasing the animation before its widget.
        step = nil
        adw_animation_skip(slide?.cast())
        slide = nil
    }

    /// Whether only one of the widgets fits. Observable. It changes after the layout.
    public var isFolded: Bool { fold.isFolded }

    /// Whether the second widget is the one that is shown where only one fits. Observable.
    public var showsSecond: Bool {
        get { fold.showsSecond }
        set {
            guard newValue != fold.showsSecond else { return }
            fold.showsSecond = newValue
            guard let slide else { return }
            if fold.isFolded { moveFocus(to: newValue ? second : first, from: newValue ? first : second) }
            adw_timed_animation_set_value_from(slide.opaque, adw_animation_get_value(slide.cast()))
            adw_timed_animation_set_value_to(slide.opaque, newValue ? 1 : 0)
            adw_animation_play(slide.cast())
            // There is nothing to see of it otherwise.
            if !fold.isFolded { adw_animation_skip(slide.cast()) }
        }
    }

    private func followBack() {
        let swipe = SwipeGesture(isTouchOnly: true)
        swipe.onSwipe = { [weak self] x, y in
            guard let self, abs(x) > Self.swipeVelocity, abs(x) > 2 * abs(y), (x > 0) != isRightToLeft else { return }
            goBack()
        }
        add(swipe)
        let click = ClickGesture(button: .back)
        click.onPress = { [weak self] _, _, _ in self?.goBack() }
        add(click)
        let keys = KeyController()
        keys.onKey = { [weak self] key, modifiers in
            guard let self, modifiers == .alt, key == (isRightToLeft ? .right : .left), isFolded, showsSecond else { return false }
            goBack()
            return true
        }
        add(keys)
    }

    /// The least velocity of a swipe, in logical pixels per second. A tap may be slower.
    private static let swipeVelocity = 300.0

    private func goBack() {
        if isFolded { showsSecond = false }
    }

    // MARK: Focus

    /// Moves the keyboard focus from the widget that goes to the one that comes, where it was there last.
    private func moveFocus(to coming: Widget, from going: Widget) {
        // So that it can take the focus before the next layout.
        gtk_widget_set_child_visible(coming.gtk, 1)
        guard let root = gtk_widget_get_root(gtk), let focus = gtk_root_get_focus(root), gtk_widget_is_ancestor(focus, going.gtk) != 0
        else {
            return
        }
        let last = lastFocus
        lastFocus = GObjectReference(sharing: UnsafeMutableRawPointer(focus))
        if let last, gtk_widget_is_ancestor(last.cast(), coming.gtk) != 0, gtk_widget_get_mapped(last.cast()) != 0,
            gtk_widget_grab_focus(last.cast()) != 0
        {
            return
        }
        gtk_widget_child_focus(coming.gtk, GTK_DIR_TAB_FORWARD)
    }

    // MARK: Layout

    private var visible: [Widget] { [first, second].filter(\.isVisible) }

    func measure(_ orientation: GtkOrientation, _ size: gint) -> (minimum: gint, natural: gint) {
        let isVertical = orientation == GTK_ORIENTATION_VERTICAL
        let widths = isVertical && size >= 0 ? self.widths(in: size) : []
        let sizes = visible.enumerated().map { place, widget in
            widget.extents(orientation, !widths.isEmpty ? widths[place] : isVertical ? size : -1)
        }
        let natural = sizes.map(\.natural)
        return (sizes.map(\.minimum).max() ?? 0, isVertical ? natural.max() ?? 0 : natural.reduce(0, +))
    }

    /// Divides the width among the visible widgets. Returns no widths where they don't fit side by side.
    private func widths(in width: gint) -> [gint] {
        let widgets = visible
        let sizes = widgets.map(\.widths)
        let rest = width - sizes.map(\.minimum).reduce(0, +)
        guard widgets.count > 1 else { return [width] }
        guard rest >= 0 else { return [] }
        let wish = sizes[1].natural - sizes[1].minimum
        let end = sizes[1].minimum + min(wish, rest)
        return [width - end, end]
    }

    func allocate(width: gint, height: gint) {
        let widgets = visible
        let widths = self.widths(in: width)
        let isFolded = widths.isEmpty
        if isFolded != isLaidOutFolded {
            isLaidOutFolded = isFolded
            // Nothing else may change during a layout.
            GLibContext.enqueue { [weak self] in
                guard let self else { return }
                fold.isFolded = isLaidOutFolded
                if isLaidOutFolded { moveFocus(to: showsSecond ? second : first, from: showsSecond ? first : second) }
            }
        }
        guard isFolded else {
            var x: gint = 0
            for (widget, share) in zip(widgets, widths) {
                gtk_widget_set_child_visible(widget.gtk, 1)
                widget.allocate(x: isRightToLeft ? width - x - share : x, width: share, height: height)
                x += share
            }
            return
        }
        let progress = slide.map { adw_animation_get_value($0.cast()) } ?? 0
        // The one that comes may have the keyboard before there is anything to see of it. Hidden, it would lose it.
        let (isFirstThere, isSecondThere) = (progress < 1 || !showsSecond, progress > 0 || showsSecond)
        gtk_widget_set_child_visible(first.gtk, isFirstThere ? 1 : 0)
        gtk_widget_set_child_visible(second.gtk, isSecondThere ? 1 : 0)
        if isFirstThere { first.allocate(x: 0, width: width, height: height) }
        if isSecondThere {
            let distance = gint((Double(width) * (1 - progress)).rounded())
            second.allocate(x: isRightToLeft ? -distance : distance, width: width, height: height)
        }
    }
}

/// The state of a leaflet.
@MainActor
@KeyValueObservable
private final class Fold {
    var isFolded = false
    var showsSecond = false
}
