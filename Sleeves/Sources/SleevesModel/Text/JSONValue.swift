/// A value in JSON.
package enum JSONValue: Hashable, Sendable {
    case object([String: JSONValue])
    case list([JSONValue])
    case text(String)
    /// A whole number that has no more digits than 64 bits hold.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    case boolean(Bool)
    case null

    /// Parses a text; `nil` if it isn't one value in JSON.
    package init?(_ text: String) {
        guard let value = JSONParser.value(of: Array(text.utf8)) else { return nil }
        self = value
    }

    /// The value under a key; `null` if there is none, or if this isn't an object.
    package subscript(key: String) -> JSONValue {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    /// Returns the keys of an object except for some; none if this isn't an object.
    package func keys(besides known: Set<String>) -> [String] {
        if case .object(let members) = self { members.keys.filter { !known.contains($0) } } else { [] }
    }

    /// The elements of a list; none if this isn't a list.
    package var elements: [JSONValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text without white space around it; `nil` if this isn't a text, or nothing is left.
    package var text: String? {
        if case .text(let text) = self { text.cleaned() } else { nil }
    }

    /// A whole number, written as a number or as text.
    package var wholeNumber: Int? {
        switch self {
        case .integer(let number): Int(number)
        case .number(let number): Int(exactly: number)
        case .text(let text): text.cleaned().flatMap { Int($0) ?? Double($0).flatMap(Int.init(exactly:)) }
        default: nil
        }
    }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .list(let elements): try container.encode(elements)
        case .text(let text): try container.encode(text)
        case .integer(let number): try container.encode(number)
        case .number(let number): try container.encode(number)
        case .boolean(let truth): try container.encode(truth)
        case .null: try container.encodeNil()
        }
    }
}
