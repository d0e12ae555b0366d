internal import CAdwaita

/// A symbol of the icon theme.
@MainActor
public final class Icon: Widget {
    /// Creates a symbol.
    ///
    /// - Parameters:
    ///   - name: the name in the theme, such as `"media-optical-symbolic"`.
    ///   - size: the length of its sides, in logical pixels. Nil: the theme's.
    public init(_ name: String, size: Int? = nil) {
        super.init(gtk_image_new_from_icon_name(name))
        gtk_image_set_pixel_size(opaque, gint(size ?? -1))
    }

    /// The name in the theme.
    public var name: String? {
        get { gtk_image_get_icon_name(opaque).map { String(cString: $0) } }
        set { gtk_image_set_from_icon_name(opaque, newValue) }
    }
}
