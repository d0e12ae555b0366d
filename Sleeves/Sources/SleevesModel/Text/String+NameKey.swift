extension String {
    /// Returns the form for telling whether files of one folder have the same name: ``nameFolded()``, with more signs that are written in several
    /// ways, and without spaces beside hyphens, periods and brackets.
    ///
    /// Identifiers of albums don't derive from this form, so more may be added to it. The digests of shelves do: a migration renews them.
    package func nameKey() -> String {
        let folded = nameFolded()
        guard folded.utf8.contains(where: { $0 >= 0x80 || Self.keySigns.contains($0) }) else { return folded }
        let scalars = folded.unicodeScalars.flatMap(Self.keyForm)
        var key = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let last = key.last
            if scalar == " " {
                let next = scalars[(index + 1)...].first { $0 != " " }
                guard let last, let next, last != " ", !Self.tightSigns.contains(last), !Self.tightSigns.contains(next) else { continue }
            }
            if scalar == "-", last == "-" { continue }
            key.append(scalar)
        }
        return key.isEmpty ? folded : String(key)
    }

    private static let keySigns = Set("`-.()".utf8)
    private static let tightSigns: Set<Unicode.Scalar> = ["-", ".", "(", ")"]

    private static func keyForm(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "`": return ["'"]
        case "\u{DF}": return ["s", "s"]
        // The katakana middle dot of half the width, and the wave dash.
        case "\u{FF65}": return ["\u{30FB}"]
        case "\u{301C}": return ["~"]
        // Forms of ASCII of the full width. The text is in lower case.
        case "\u{FF01}"..."\u{FF5E}": return Unicode.Scalar(scalar.value - 0xFEE0).map { [$0] } ?? []
        // The direction of writing.
        case "\u{061C}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": return []
        default: return [scalar]
        }
    }
}
