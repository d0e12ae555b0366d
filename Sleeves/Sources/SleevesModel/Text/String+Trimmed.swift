extension StringProtocol {
    /// Returns the text without surrounding white space and line ends.
    package func trimmed() -> String {
        let scalars = unicodeScalars
        if let first = scalars.first, let last = scalars.last, "!"..."~" ~= first, "!"..."~" ~= last { return String(self) }
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(self[first..<scalars.index(after: last)])
    }
}
