internal import SleevesModel

/// The unknown keys and columns of lists.
package struct IgnoredKeys: Sendable, Hashable {
    /// The names, with the number of entries that have a value there.
    package private(set) var names: [String: Int] = [:]
    /// The number of values, counted once per entry.
    package private(set) var count = 0

    /// The maximum number of kept names, because a hostile list may have new ones in each entry.
    private static let limit = 1000
    /// The maximum length of a kept name, in characters.
    private static let length = 40

    /// Counts a value under an unknown name.
    mutating func add(_ name: String, times: Int = 1) {
        count += times
        let name = String((name.cleaned() ?? "").prefix(Self.length))
        if names.count < Self.limit || names[name] != nil { names[name, default: 0] += times }
    }

    /// Adds those of another list.
    mutating func add(_ other: IgnoredKeys) {
        let total = count + other.count
        for (name, times) in other.names { add(name, times: times) }
        count = total
    }
}
