/// The members of a JSON object that this version knows. A newer version may have written others, which exports and imports pass on.
package struct KnownMembers: Sendable {
    private let names: Set<String>
    /// The members of the objects in some of the members.
    private let inside: [String: KnownMembers]

    private init(_ names: Set<String>, inside: [String: KnownMembers] = [:]) {
        (self.names, self.inside) = (names, inside)
    }

    /// The members of a ``ReleaseRecord``.
    package static let release = KnownMembers(
        ReleaseRecord.memberNames,
        inside: ["copies": KnownMembers(Set(CopyField.allCases.map(\.name) + [CopyRecord.ownKey.description]))])
    /// The members of a ``TrackRecord``.
    package static let track = KnownMembers(["title", "artist", "disc", "number", "seconds", "path", "segment"])

    /// Returns the other members of an object, or of the objects in a list, at their places; `nil` if there are none.
    package func others(in value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let members):
            var others: [String: JSONValue] = [:]
            for (name, member) in members {
                if let inside = inside[name] {
                    others[name] = inside.others(in: member)
                } else if !names.contains(name) {
                    others[name] = member
                }
            }
            return others.isEmpty ? nil : .object(others)
        case .list(let elements):
            let others = elements.map(others)
            return others.allSatisfy { $0 == nil } ? nil : .list(others.map { $0 ?? .object([:]) })
        default: return nil
        }
    }
}

extension JSONValue {
    /// Returns the value with those members of another one that it lacks, in objects at the same places.
    package func adding(_ other: JSONValue) -> JSONValue {
        switch (self, other) {
        case (.object(let own), .object(let others)): .object(own.merging(others) { $0.adding($1) })
        case (.list(let own), .list(let others)) where own.count == others.count: .list(zip(own, others).map { $0.adding($1) })
        default: self
        }
    }
}
