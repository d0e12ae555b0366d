/// Letters that are typed one after another to go to the artist who begins so. A pure value: it knows no clock and no albums.
struct TypedLetters: Equatable {
    /// Which artist is meant by what has been typed so far.
    struct Jump: Sendable, Equatable {
        /// What the name begins with.
        let letters: String
        /// Whether the present artist is meant too. Not by the first letter: that means the next one.
        let staysAtPresent: Bool
        /// The letter that was typed again and again, to be taken by itself where no artist begins with all of them.
        let repeated: String?
    }

    private(set) var text = ""

    /// One more letter.
    ///
    /// - Returns: What is meant now; `nil` for a space before any letter.
    mutating func type(_ letter: Character) -> Jump? {
        if text.isEmpty, letter.isWhitespace { return nil }
        text.append(letter)
        return jump
    }

    /// Takes the last letter back.
    ///
    /// - Returns: What is meant now; `nil` if nothing is left.
    mutating func deleteLast() -> Jump? {
        _ = text.popLast()
        return text.isEmpty ? nil : jump
    }

    /// Forgets what was typed.
    mutating func clear() {
        text = ""
    }

    private var jump: Jump {
        let first = text.prefix(1)
        let isRepeated = text.count > 1 && text.lowercased().allSatisfy { String($0) == first.lowercased() }
        return Jump(letters: text, staysAtPresent: text.count > 1, repeated: isRepeated ? String(first) : nil)
    }
}
