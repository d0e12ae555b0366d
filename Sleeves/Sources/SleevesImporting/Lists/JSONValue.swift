internal import SleevesModel

/// A value in JSON.
enum JSONValue: Equatable {
    case object([String: JSONValue])
    case list([JSONValue])
    case text(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// The value under a key; `null` where there is none, and where this is no object.
    subscript(key: String) -> JSONValue {
        if case .object(let members) = self { members[key] ?? .null } else { .null }
    }

    /// The keys of an object but for some; none where this is no object.
    func keys(besides known: Set<String>) -> [String] {
        if case .object(let members) = self { members.keys.filter { !known.contains($0) } } else { [] }
    }

    /// The elements of a list; none where this is no list.
    var elements: [JSONValue] {
        if case .list(let elements) = self { elements } else { [] }
    }

    /// The text without white space around it, or `nil` where this is no text or nothing is left.
    var text: String? {
        if case .text(let text) = self { text.cleaned() } else { nil }
    }

    /// A whole number, be it written as a number or as text.
    var wholeNumber: Int? {
        switch self {
        case .number(let number): Int(exactly: number)
        case .text(let text): text.cleaned().flatMap { Int($0) ?? Double($0).flatMap(Int.init(exactly:)) }
        default: nil
        }
    }
}
