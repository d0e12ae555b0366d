internal import CAdwaita

/// The size and weight of a text in a drawing, relative to the widget's font.
public enum TextSize: Hashable, Sendable {
    /// The usual text.
    case body
    /// The usual text, emphasised.
    case heading
    /// A smaller text.
    case caption
}

/// The texts of a canvas, which Pango has laid out. Laying out a text costs more than drawing it.
@MainActor
final class TextLayouts {
    // State, all protected by the main actor:
    // - layouts: what has been drawn lately, by text.
    // - font: the widget's font that the layouts have.

    private struct Key: Hashable {
        let text: String
        let size: TextSize
        let width: Int
    }

    /// The number of texts to keep. When there are more, all are laid out anew.
    private static let limit = 2_000

    /// The canvas, which owns this.
    private let widget: UnsafeMutablePointer<GtkWidget>
    private var layouts: [Key: GObjectReference] = [:]
    private var font = ""

    init(of widget: UnsafeMutablePointer<GtkWidget>) {
        self.widget = widget
    }

    /// Forgets layouts with a font that the widget no longer has.
    func update() {
        guard let current = pango_font_description_to_string(pango_context_get_font_description(gtk_widget_get_pango_context(widget)))
        else {
            return
        }
        defer { g_free(current) }
        let name = String(cString: current)
        guard name != font || layouts.count > Self.limit else { return }
        font = name
        layouts = [:]
    }

    /// Returns the layout of a text.
    ///
    /// - Parameter width: The width where the text is cut off with an ellipsis; zero for its own width.
    func layout(_ text: String, _ size: TextSize, width: Double) -> GObjectReference? {
        let key = Key(text: text, size: size, width: Int(width))
        if let known = layouts[key] { return known }
        guard let layout = gtk_widget_create_pango_layout(widget, text) else { return nil }
        pango_layout_set_single_paragraph_mode(layout, 1)
        if width > 0 {
            pango_layout_set_ellipsize(layout, size == .caption ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_MIDDLE)
            pango_layout_set_width(layout, gint(width) * PANGO_SCALE)
        }
        let description = pango_font_description_copy(pango_context_get_font_description(pango_layout_get_context(layout)))
        defer { pango_font_description_free(description) }
        switch size {
        case .body: break
        case .heading: pango_font_description_set_weight(description, PANGO_WEIGHT_SEMIBOLD)
        case .caption:
            let points = pango_font_description_get_size(description)
            if pango_font_description_get_size_is_absolute(description) != 0 {
                pango_font_description_set_absolute_size(description, Double(points) * 0.86)
            } else {
                pango_font_description_set_size(description, points * 86 / 100)
            }
        }
        pango_layout_set_font_description(layout, description)
        let reference = GObjectReference(taking: UnsafeMutableRawPointer(layout))
        layouts[key] = reference
        return reference
    }
}
