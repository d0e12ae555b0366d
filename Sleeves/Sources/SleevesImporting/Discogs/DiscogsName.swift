internal import SleevesModel

/// Rules for the names and numbers that Discogs writes.
enum DiscogsName {
    /// Removes the suffixes: `Prince (2)` becomes Prince, and `Simon (5) & Garfunkel` becomes Simon & Garfunkel. Numbers that belong to a
    /// name stay: a suffix is a number from two up, in brackets of its own, at the end of a name.
    static func withoutNumber(_ name: String) -> String {
        if !name.utf8.contains(UInt8(ascii: "(")) { return name }
        var kept = ""
        var rest = name[...]
        while let open = rest.firstIndex(of: "(") {
            let inside = rest[rest.index(after: open)...].prefix { $0.isASCII && $0.isNumber }
            let end = inside.endIndex
            if (1...5).contains(inside.count), Int(inside).map({ $0 >= 2 }) == true, end < rest.endIndex, rest[end] == ")",
                kept.last ?? " " == " " || open > rest.startIndex, endsName(rest[rest.index(after: end)...])
            {
                kept += rest[..<open]
                while kept.last == " " { kept.removeLast() }
                rest = rest[rest.index(after: end)...]
            } else {
                kept += rest[...open]
                rest = rest[rest.index(after: open)...]
            }
        }
        let cleaned = kept + rest
        return cleaned.isEmpty ? name : cleaned
    }

    /// Removes the asterisks of names that are written differently on the sleeve: `Oak* & Elm (2)*` becomes Oak & Elm (2). An asterisk within a name,
    /// after another one or by itself stays.
    static func withoutAsterisks(_ name: String) -> String {
        guard name.utf8.contains(UInt8(ascii: "*")) else { return name }
        var kept = ""
        for (index, character) in zip(name.indices, name) {
            let isMark = character == "*" && kept.last.map { $0 != " " && $0 != "*" } == true
            if isMark, endsName(name[name.index(after: index)...]) { continue }
            kept.append(character)
        }
        return kept
    }

    /// Returns whether a name ends before `rest`: at the end of the text, or before a joined name.
    private static func endsName(_ rest: Substring) -> Bool {
        guard let next = rest.first else { return true }
        return next == " " || next == "," || next == "/" || next == ";"
    }

    /// Joins names, each with the word that joins it to the next.
    static func joined(_ names: [(name: String, join: String?)]) -> String {
        var text = ""
        for (index, part) in names.enumerated() {
            text += part.name
            guard index + 1 < names.count else { break }
            let join = part.join ?? ","
            text += join == "," || join == ";" ? join + " " : " \(join) "
        }
        return text
    }

    /// Returns each of the names once, in order.
    static func once(_ names: [String]) -> [String] {
        if names.count < 2 { return names.compactMap { $0.cleaned() } }
        var known: Set<String> = []
        return names.compactMap { $0.cleaned() }.filter { known.insert($0.caseFolded()).inserted }
    }

    /// Returns a catalogue number, unless it is the word that Discogs writes for none.
    static func catalogueNumber(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count == 4 && $0.lowercased() == "none" ? nil : $0 }
    }
}
