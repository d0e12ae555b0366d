/// Letters typed one after another to jump to an album whose artist, title or year begins with them.
///
/// A pure value, independent of clock and albums.
struct TypedLetters: Equatable {
    /// The place that the letters so far lead to.
    struct Jump: Sendable, Equatable {
        /// The beginning of the value.
        let letters: String
        /// Whether the current value counts too. The first letter names the next one instead.
        let staysAtPresent: Bool
        /// The repeated letter, to use by itself if no value begins with all the letters.
        let repeated: String?
    }

    private(set) var text = ""

    /// Adds a letter.
    ///
    /// - Returns: The jump for the letters now; `nil` for a space before any letter.
    mutating func type(_ letter: Character) -> Jump? {
        if text.isEmpty, letter.isWhitespace { return nil }
        text.append(letter)
        return jump
    }

    /// Deletes the last letter.
    ///
    /// - Returns: The jump for the letters now; `nil` if none is left.
    mutating func deleteLast() -> Jump? {
        _ = text.popLast()
        return text.isEmpty ? nil : jump
    }

    /// Forgets the letters.
    mutating func clear() {
        text = ""
    }

    private var jump: Jump {
        let first = text.prefix(1)
        let isRepeated = text.count > 1 && text.lowercased().allSatisfy { String($0) == first.lowercased() }
        return Jump(letters: text, staysAtPresent: text.count > 1, repeated: isRepeated ? String(first) : nil)
    }
}
