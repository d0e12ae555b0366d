internal import CGLib

/// A form of Unicode's Standard Annex #15.
package enum NormalizationForm {
    /// NFC.
    case composed
    /// NFKD.
    case compatibilityDecomposed
}

extension String {
    /// Returns the text in a form in which equal texts have equal bytes.
    ///
    /// - Complexity: Linear, but quadratic in the length of a run of combining marks.
    package func normalized(_ form: NormalizationForm) -> String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        // GLib ends a text at a zero.
        if utf8.contains(0) {
            return split(separator: "\0", omittingEmptySubsequences: false).map { String($0).normalized(form) }.joined(separator: "\0")
        }
        let mode = form == .composed ? G_NORMALIZE_NFC : G_NORMALIZE_NFKD
        // SAFETY: GLib returns a new string, which is copied and freed once; `nil` if the text isn't UTF-8, which a String always is.
        guard let normalized = g_utf8_normalize(self, -1, mode) else { return self }
        defer { g_free(normalized) }
        return String(cString: normalized)
    }
}
