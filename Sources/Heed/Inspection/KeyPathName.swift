/// A key path's name in diagnostics.
///
/// The standard library names computed properties, which include observable ones, by the address of their code. The type of the value says
/// more, and the name that an inspector finds at that address most.
package struct KeyPathName: CustomStringConvertible {
    package let description: String
    /// The number of properties on the path.
    let propertyCount: Int

    init(_ keyPath: AnyKeyPath) {
        self.init(Self.isExpression(keyPath) ? Self.expression : "\(keyPath)")
    }

    /// The name of an observed expression, which has none.
    static let expression = "the expression"

    /// Returns whether a key path leads to the value of an observed expression.
    static func isExpression(_ keyPath: AnyKeyPath) -> Bool {
        type(of: keyPath).rootType is any AnyObservedExpression.Type
    }

    /// Reads a name.
    ///
    /// - Parameters:
    ///   - text: The key path as the standard library prints it.
    ///   - getterName: Returns the name of the property whose getter is at an address, if it is known.
    package init(_ text: String, getterName: (UInt) -> String? = { _ in nil }) {
        var name = ""
        var count = 0
        var rest = text[...]
        let marker = "<computed "
        while let start = rest.firstIndex(of: "<") {
            count += rest[..<start].count { $0 == "." }
            name += rest[..<start]
            rest = rest[start...]
            // As in `<computed 0x00005581 (String)>`: keep the text in parentheses.
            guard rest.hasPrefix(marker), let opening = rest.firstIndex(of: "(") else {
                name += "<"
                rest = rest.dropFirst()
                continue
            }
            let address = UInt(rest[..<opening].dropFirst(marker.count + 2).prefix(while: \.isHexDigit), radix: 16)
            rest = rest[rest.index(after: opening)...]
            var type = ""
            var depth = 1
            while let character = rest.popFirst() {
                if character == "(" { depth += 1 }
                if character == ")" { depth -= 1 }
                if depth == 0 { break }
                type.append(character)
            }
            if rest.first == ">", let property = address.flatMap(getterName) {
                name += property
                rest = rest.dropFirst()
            } else {
                name += "<" + type
            }
        }
        count += rest.count { $0 == "." }
        name += rest
        // The end of an optional chain, which the source doesn't show.
        if name.hasSuffix("?") { name.removeLast() }
        description = name
        propertyCount = count
    }
}
