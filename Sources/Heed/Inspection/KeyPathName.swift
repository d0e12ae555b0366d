/// A key path as a diagnostic names it.
///
/// The standard library names computed properties, which observable ones are to it, by the address of their code; the type of the value
/// says more.
struct KeyPathName: CustomStringConvertible {
    let description: String

    init(_ keyPath: AnyKeyPath) {
        var name = ""
        var rest = "\(keyPath)"[...]
        let marker = "<computed "
        while let start = rest.firstIndex(of: "<") {
            name += rest[..<start]
            rest = rest[start...]
            // As in `<computed 0x00005581 (String)>`: what stands in parentheses is kept.
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
