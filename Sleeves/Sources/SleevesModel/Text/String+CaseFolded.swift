extension String {
    /// Returns the form for comparing names: Unicode's canonical composition of the text, ignoring case.
    ///
    /// Accents stay, because they distinguish names. The text is uppercased before it is lowercased, because some letters only match then:
    /// `ß` and `SS`, `ς` and `σ`. Identifiers of albums derive from this form, so changing it would make every album a new one.
    package func caseFolded() -> String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return normalized(.composed).uppercased().lowercased().normalized(.composed)
    }
}
