internal import CAdwaita

/// A label.
@MainActor
public final class Label: Widget {
    private var opening: SignalConnection?
    private var click: ClickGesture?
    private var focus: FocusController?

    /// Creates a label. Style classes such as `"title-2"` or `"dim-label"` set its size and weight.
    public init(_ text: String = "", style: String...) {
        super.init(gtk_label_new(text))
        for name in style { addStyle(name) }
    }

    /// The text. Never markup.
    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        set {
            gtk_label_set_text(opaque, newValue)
            takeClicks(nil)
            keepRoomForEllipsis()
        }
    }

    /// Shows texts, separated by commas, each of which is a link. A single one is opened by a click anywhere on the label.
    ///
    /// - Parameter onOpen: Called with the index of the text that the user clicks, or activates by key.
    public func showLinks(_ texts: [String], onOpen: @escaping @MainActor (_ index: Int) -> Void) {
        let links = texts.enumerated().map { index, text in "<a href=\"\(index)\">\(Markup.escape(text))</a>" }
        gtk_label_set_markup(opaque, links.joined(separator: ", "))
        keepRoomForEllipsis()
        opening = SignalConnection(deciding: object, "activate-link") { arguments in
            guard let index = arguments.text(0).flatMap({ Int($0) }), texts.indices.contains(index) else { return false }
            onOpen(index)
            return true
        }
        if texts.count == 1 { takeClicks { onOpen(0) } } else { takeClicks(nil) }
        if texts.count > 1 { beginAtFirstLink() }
    }

    /// Makes the Tab key lead to the first link each time. GTK would lead to the one that had the focus last, and from there out of the label.
    private func beginAtFirstLink() {
        guard focus == nil else { return }
        let focus = FocusController()
        focus.onLeave = { [weak self] in
            guard let self, gtk_label_get_selection_bounds(opaque, nil, nil) == 0 else { return }
            gtk_label_select_region(opaque, 0, 0)
        }
        add(focus)
        self.focus = focus
    }

    /// Whether a text that is too long ends in an ellipsis instead of requesting its whole width.
    public var isEllipsized: Bool {
        get { gtk_label_get_ellipsize(opaque) == PANGO_ELLIPSIZE_END }
        set {
            gtk_label_set_ellipsize(opaque, newValue ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
            keepRoomForEllipsis()
        }
    }

    /// Whether the text didn't fit in the last layout, so that it ends in an ellipsis.
    public var isCut: Bool { pango_layout_is_ellipsized(gtk_label_get_layout(opaque)) != 0 }

    /// Whether a text that is too long wraps. Lines break between words, and inside words that are longer than the available width.
    public var wraps: Bool {
        get { gtk_label_get_wrap(opaque) != 0 }
        set {
            gtk_label_set_wrap(opaque, newValue ? 1 : 0)
            gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
            // Otherwise, a label that doesn't fill its place would break words to become as high as that place.
            gtk_label_set_natural_wrap_mode(opaque, GTK_NATURAL_WRAP_WORD)
            keepRoomForEllipsis()
        }
    }

    /// The maximum number of lines of a text that wraps and is ellipsized. Nil: no limit.
    public var lineLimit: Int? {
        get {
            let lines = gtk_label_get_lines(opaque)
            return lines > 0 ? Int(lines) : nil
        }
        set { gtk_label_set_lines(opaque, gint(newValue ?? -1)) }
    }

    /// The maximum width that the text requests, in characters of average width. Nil: its whole width.
    public var widthLimit: Int? {
        get {
            let characters = gtk_label_get_max_width_chars(opaque)
            return characters > 0 ? Int(characters) : nil
        }
        set { gtk_label_set_max_width_chars(opaque, gint(newValue ?? -1)) }
    }

    /// Whether the text can be selected and copied.
    public var isSelectable: Bool {
        get { gtk_label_get_selectable(opaque) != 0 }
        set {
            gtk_label_set_selectable(opaque, newValue ? 1 : 0)
            // Each such label has a menu for copying. With GTK 4.18, screen readers would say so for each.
            gtk_accessible_reset_property(opaque, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP)
        }
    }

    /// Has another label name this one for screen readers, which newer ones say before the text. Older ones say the accessible label instead.
    public func setAccessibleLabel(from other: Label) {
        // GTK 4.8 would add the other's text to the accessible label.
        if gtk_get_minor_version() >= 10 { sleeves_accessible_set_label(opaque, other.opaque) }
    }

    /// The position of the text in a wider space: 0 at the side where reading starts, 0.5 in the middle, 1 at the other side.
    public var textAlignment: Double {
        get { Double(gtk_label_get_xalign(opaque)) }
        set {
            gtk_label_set_xalign(opaque, Float(newValue))
            gtk_label_set_justify(opaque, newValue == 0.5 ? GTK_JUSTIFY_CENTER : newValue > 0.5 ? GTK_JUSTIFY_RIGHT : GTK_JUSTIFY_LEFT)
        }
    }

    /// Takes the clicks beside the text.
    private func takeClicks(_ open: (@MainActor () -> Void)?) {
        if let click { remove(click) }
        click = nil
        guard let open else { return }
        // Before the label itself, which would begin to select text.
        let click = ClickGesture(phase: .capture)
        var isBeside = false
        click.onPress = { [weak self, weak click] _, x, y in
            isBeside = self?.isOnText(x: x, y: y) == false
            if isBeside { click?.claim() }
        }
        // A press on the text that is released beside it selects text.
        click.onRelease = { _, _, _ in
            if isBeside { open() }
        }
        add(click)
        self.click = click
    }

    /// Returns whether a point is on the text, whose links take their clicks themselves.
    private func isOnText(x: Double, y: Double) -> Bool {
        var (left, top): (gint, gint) = (0, 0)
        var extents = PangoRectangle()
        gtk_label_get_layout_offsets(opaque, &left, &top)
        pango_layout_get_pixel_extents(gtk_label_get_layout(opaque), nil, &extents)
        let (x, y) = (x - Double(left + extents.x), y - Double(top + extents.y))
        return (0..<Double(extents.width)).contains(x) && (0..<Double(extents.height)).contains(y)
    }

    /// Keeps the natural width at least as wide as the ellipsis. GTK 4.8 warns about a text that breaks into narrower pieces, such as
    /// "1:02:03", because its minimum width is that of the ellipsis.
    private func keepRoomForEllipsis() {
        gtk_label_set_width_chars(opaque, wraps && isEllipsized && !text.isEmpty ? 3 : -1)
    }
}
