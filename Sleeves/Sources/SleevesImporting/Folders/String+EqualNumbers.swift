extension String {
    /// The text in lower case with its numbers in equal lengths, so that 10 comes after 9.
    var withEqualNumbers: String {
        var (key, digits) = ("", "")
        for character in lowercased() + " " {
            if character.isASCII, character.isNumber {
                digits.append(character)
                continue
            }
            if !digits.isEmpty { key += String(repeating: "0", count: Swift.max(0, 12 - digits.count)) + digits }
            digits = ""
            key.append(character)
        }
        return key
    }
}
