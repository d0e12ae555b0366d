import HeedInspector

extension String {
    /// The text as a person sees it in a drawing, where white space at the ends and repeated white space can't be seen.
    var seen: String {
        split { $0.isWhitespace || $0 == "\u{A0}" }.joined(separator: " ")
    }

    /// The text that a drawing of a report has to show for a name: one line, nothing invisible, at most 80 characters.
    var expectedInDrawing: String {
        var scalars = Array(unicodeScalars.map { ($0.properties.generalCategory == .control ? " " : $0) as Unicode.Scalar })
        scalars = scalars.map { $0.properties.generalCategory == .format ? "\u{FFFD}" : $0 }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.prefix(80))
        if scalars.count > 80 { text.append("…") }
        return String(text).seen
    }

    /// The same for Mermaid, which has a meaning for two characters.
    var expectedInFlowchart: String {
        expectedInDrawing.replacing("ﬂ", with: "fl").replacing("¶", with: "\u{FFFD}")
    }
}
