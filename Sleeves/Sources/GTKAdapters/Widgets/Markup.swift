internal import CAdwaita

/// Pango's markup, for the few widgets that require it. This module's texts are plain. HTML has the same escapes.
enum Markup {
    /// Escapes a plain text for use as markup.
    static func escape(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, gssize(text.utf8.count)) else { return text }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }

    /// Returns the plain text of escaped markup.
    static func plain(_ markup: UnsafePointer<CChar>?) -> String? {
        guard let markup else { return nil }
        var text: UnsafeMutablePointer<CChar>?
        guard pango_parse_markup(markup, -1, 0, nil, &text, nil, nil) != 0, let text else { return String(cString: markup) }
        defer { g_free(text) }
        return String(cString: text)
    }
}
