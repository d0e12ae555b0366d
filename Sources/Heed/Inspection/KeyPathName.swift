/// A key path's name in diagnostics.
///
/// The standard library names computed properties, which include observable ones, by the address of their code. The type of the value says
/// more.
struct KeyPathName: CustomStringConvertible {
    let description: String

    init(_ keyPath: AnyKeyPath) {
        var name = ""
        var rest = "\(keyPath)"[...]
        let marker = "<computed "
        while let start = rest.firstIndex(of: "<") {
            name += rest[..<start]
            rest = rest[start...]
            // As in `<computed 0x00005581 (String)>`: keep the text in parentheses.
            guard rest.hasPrefix(marker), let opening = rest.firstIndex(of: "(") else {
                name += "<"
                rest = rest.dropFirst()
                continue
            }
            name += "<"
            rest = rest[rest.index(after: opening)...]
            var depth = 1
            while let character = rest.popFirst() {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if depth == 0 { break }
                name.append(character)
            }
        }
        description = name + rest
    }
}
