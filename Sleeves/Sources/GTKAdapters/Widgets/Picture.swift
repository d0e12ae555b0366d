internal import CAdwaita

/// A widget that shows a ``Texture``. Its size doesn't depend on the texture, so another one is drawn without a new layout of the window.
@MainActor
public final class Picture: Widget {
    /// The way in which a texture fills a space with another aspect ratio.
    public enum Fit: Sendable {
        /// Scaled to fit, with free space at two sides.
        case contain
        /// Scaled to fill, with two sides cut off.
        case cover
    }

    /// The shown texture. Without one, nothing but the style is drawn, and screen readers don't find the picture.
    public var texture: Texture? {
        didSet {
            if texture !== oldValue { show() }
        }
    }

    /// Creates a picture.
    public init(_ texture: Texture? = nil, fit: Fit = .contain) {
        super.init((fit == .cover ? Self.covering : Self.containing).make())
        clipsContent = true
        self.texture = texture
        show()
    }

    private func show() {
        if let texture { g_object_ref(UnsafeMutableRawPointer(texture.pointer)) }
        g_object_set_data_full(object.cast(), Self.key, texture.map { UnsafeMutableRawPointer($0.pointer) }, g_object_unref)
        setAccessibleHidden(texture == nil)
        gtk_widget_queue_draw(gtk)
    }

    private nonisolated static let key = "sleeves-texture"

    private static let containing = WidgetClass("SleevesContainedPicture") { raw, _ in
        Picture.fillClass(raw) { widget, snapshot in Picture.draw(widget, snapshot, scale: min) }
    }
    private static let covering = WidgetClass("SleevesCoveringPicture") { raw, _ in
        Picture.fillClass(raw) { widget, snapshot in Picture.draw(widget, snapshot, scale: max) }
    }

    private typealias Snapshot = @convention(c) (UnsafeMutablePointer<GtkWidget>?, OpaquePointer?) -> Void

    /// Sets the functions of a class. GObject calls it once for each.
    private nonisolated static func fillClass(_ raw: gpointer?, snapshot: Snapshot) {
        guard let widgetClass = raw?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
        gtk_widget_class_set_css_name(widgetClass, "picture")
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
        widgetClass.pointee.snapshot = snapshot
    }

    private nonisolated static func draw(
        _ widget: UnsafeMutablePointer<GtkWidget>?,
        _ snapshot: OpaquePointer?,
        scale chosen: (Double, Double) -> Double
    ) {
        guard let widget, let data = widget.data(key) else { return }
        let texture = OpaquePointer(data)
        let (width, height) = (Double(gtk_widget_get_width(widget)), Double(gtk_widget_get_height(widget)))
        let (ownWidth, ownHeight) = (Double(gdk_texture_get_width(texture)), Double(gdk_texture_get_height(texture)))
        guard width > 0, height > 0 else { return }
        let scale = chosen(width / ownWidth, height / ownHeight)
        let (drawnWidth, drawnHeight) = (ownWidth * scale, ownHeight * scale)
        // At whole pixels, so that a picture of the widget's size is drawn as it is.
        let origin = graphene_point_t(
            x: Float(((width - drawnWidth) / 2).rounded()), y: Float(((height - drawnHeight) / 2).rounded()))
        var bounds = graphene_rect_t(origin: origin, size: graphene_size_t(width: Float(drawnWidth), height: Float(drawnHeight)))
        gtk_snapshot_append_texture(snapshot, texture, &bounds)
    }
}
