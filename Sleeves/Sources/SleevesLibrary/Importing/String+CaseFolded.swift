extension String {
    /// The form in which two names are the same name: Unicode's canonical composition of the text, without regard to case.
    ///
    /// Accents stay, because they tell names apart. Upper case comes before lower case, because some letters meet only there: `ß` and
    /// `SS`, `ς` and `σ`. Identifiers of albums are made from this form, so a change of it would make every album a new one.
    package func caseFolded() -> String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
        return normalized(.composed).uppercased().lowercased().normalized(.composed)
    }
}
