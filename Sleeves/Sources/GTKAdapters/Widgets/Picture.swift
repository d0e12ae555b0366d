internal import CAdwaita

/// A widget that shows a ``Texture``.
@MainActor
public final class Picture: Widget {
    /// How a picture fills a space with another aspect ratio.
    public enum Fit: Sendable {
        /// Stretched.
        case fill
        /// Scaled to fit, with free space at two sides.
        case contain
        /// Scaled to fill, with two sides cut off.
        case cover
        /// Scaled to fit, and never enlarged.
        case scaleDown
    }

    /// The shown texture. Nil: none.
    public var texture: Texture? {
        didSet {
            guard texture !== oldValue else { return }
            gtk_picture_set_paintable(opaque, texture?.pointer)
        }
    }

    /// Creates a picture that can be drawn smaller than its texture.
    public init(_ texture: Texture? = nil, fit: Fit = .contain) {
        super.init(gtk_picture_new())
        gtk_picture_set_can_shrink(opaque, 1)
        self.fit = fit
        self.texture = texture
        gtk_picture_set_paintable(opaque, texture?.pointer)
    }

    /// How the picture fills its space.
    public var fit: Fit {
        get {
            switch gtk_picture_get_content_fit(opaque) {
            case GTK_CONTENT_FIT_FILL: .fill
            case GTK_CONTENT_FIT_COVER: .cover
            case GTK_CONTENT_FIT_SCALE_DOWN: .scaleDown
            default: .contain
            }
        }
        set {
            let value =
                switch newValue {
                case .fill: GTK_CONTENT_FIT_FILL
                case .contain: GTK_CONTENT_FIT_CONTAIN
                case .cover: GTK_CONTENT_FIT_COVER
                case .scaleDown: GTK_CONTENT_FIT_SCALE_DOWN
                }
            gtk_picture_set_content_fit(opaque, value)
        }
    }

    /// A description of the picture for assistive technologies.
    public var alternativeText: String? {
        get { gtk_picture_get_alternative_text(opaque).map { String(cString: $0) } }
        set { gtk_picture_set_alternative_text(opaque, newValue) }
    }
}
