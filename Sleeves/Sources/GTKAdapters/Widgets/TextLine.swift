internal import CAdwaita

/// A line of text, with an ellipsis at the end where it does not fit.
///
/// Unlike that of a ``Label``, its size doesn't depend on the text: it takes the width that it gets, and is as high as its font. So another
/// text is drawn without a new layout of the window, which would be most of the work of a frame in which many texts change.
@MainActor
public final class TextLine: Widget {
    /// Creates a line. Style classes such as `"heading"` or `"dim-label"` set its size and weight.
    public init(style: String...) {
        super.init(Self.widgetClass.make())
        for name in style { addStyle(name) }
    }

    /// The text. Never markup.
    public var text = "" {
        didSet {
            guard text != oldValue else { return }
            g_object_set_data_full(object.cast(), Self.key, g_strdup(text), g_free)
            gtk_widget_queue_draw(gtk)
        }
    }

    private nonisolated static let key = "sleeves-text"

    private static let widgetClass = WidgetClass("SleevesTextLine") { raw, _ in
        if let raw { fillClass(raw.assumingMemoryBound(to: GtkWidgetClass.self)) }
    }

    /// Sets the functions of the class. GObject calls it once.
    private nonisolated static func fillClass(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        gtk_widget_class_set_css_name(widgetClass, "label")
        // The widget around the line has the text in its own accessible name.
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_PRESENTATION)
        widgetClass.pointee.measure = { widget, orientation, _, minimum, natural, minimumBaseline, naturalBaseline in
            let size = orientation == GTK_ORIENTATION_VERTICAL ? TextLine.height(of: widget) : 0
            minimum?.pointee = size
            natural?.pointee = size
            minimumBaseline?.pointee = -1
            naturalBaseline?.pointee = -1
        }
        widgetClass.pointee.snapshot = { widget, snapshot in TextLine.draw(widget, snapshot) }
    }

    private nonisolated static func height(of widget: UnsafeMutablePointer<GtkWidget>?) -> gint {
        let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget), nil, nil)
        defer { pango_font_metrics_unref(metrics) }
        let units = pango_font_metrics_get_ascent(metrics) + pango_font_metrics_get_descent(metrics)
        return (units + PANGO_SCALE - 1) / PANGO_SCALE
    }

    private nonisolated static func draw(_ widget: UnsafeMutablePointer<GtkWidget>?, _ snapshot: OpaquePointer?) {
        guard let widget, let text = widget.data(key)?.assumingMemoryBound(to: CChar.self),
            let layout = gtk_widget_create_pango_layout(widget, text)
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
        let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
        pango_layout_set_single_paragraph_mode(layout, 1)
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        pango_layout_set_width(layout, width * PANGO_SCALE)
        var place = PangoRectangle()
        pango_layout_get_pixel_extents(layout, nil, &place)
        // At the side where reading starts, whatever the direction of the text.
        let x = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL ? width - place.x - place.width : -place.x
        let y = (height - place.height) / 2 - place.y
        var (colour, origin) = (GdkRGBA(), graphene_point_t(x: Float(x), y: Float(y)))
        sleeves_widget_get_color(widget, &colour)
        gtk_snapshot_save(snapshot)
        gtk_snapshot_translate(snapshot, &origin)
        gtk_snapshot_append_layout(snapshot, layout, &colour)
        gtk_snapshot_restore(snapshot)
    }
}
