extension String {
    /// Returns the form for telling whether two names are the same, in whatever way they are written: ``caseFolded()``, with one form of each
    /// hyphen, apostrophe, quotation mark, ellipsis and space, and without characters that nobody sees.
    ///
    /// Identifiers of albums derive from this form, as from ``caseFolded()``. Names in ASCII have the same form in both.
    package func nameFolded() -> String {
        let folded = caseFolded()
        guard !folded.utf8.allSatisfy({ $0 < 0x80 }), folded.unicodeScalars.contains(where: { Self.plainForms[$0] != nil }) else {
            return folded
        }
        var text = ""
        for scalar in folded.unicodeScalars {
            text.unicodeScalars.append(contentsOf: (Self.plainForms[scalar] ?? String(scalar)).unicodeScalars)
        }
        return text.split(separator: " ").joined(separator: " ")
    }

    private static let plainForms: [Unicode.Scalar: String] = {
        var forms: [Unicode.Scalar: String] = [:]
        let kinds = [
            ("-", "\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{FE63}\u{FF0D}"),
            ("'", "\u{2018}\u{2019}\u{201A}\u{201B}\u{2032}\u{02B9}\u{02BC}\u{00B4}\u{FF07}"),
            ("\"", "\u{201C}\u{201D}\u{201E}\u{201F}\u{2033}\u{00AB}\u{00BB}\u{FF02}"),
            ("...", "\u{2026}"),
            (" ", "\u{00A0}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200A}\u{202F}\u{205F}\u{3000}"),
            ("", "\u{00AD}\u{180E}\u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\u{2060}\u{FE0E}\u{FE0F}\u{FEFF}"),
        ]
        for (plain, others) in kinds { for scalar in others.unicodeScalars { forms[scalar] = plain } }
        return forms
    }()
}
