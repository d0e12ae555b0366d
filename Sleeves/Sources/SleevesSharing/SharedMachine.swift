internal import SleevesModel

/// Another machine that shares the collection.
public struct OtherMachine: Sendable, Hashable {
    /// Its identifier, by which it can be given up.
    public let id: MachineID
    /// Its name, which its user has chosen. Several machines may have the same.
    public let name: String

    package init(_ id: MachineID, name: String) {
        (self.id, self.name) = (id, name)
    }
}

/// A machine's description of itself.
///
/// ## Behavior
/// - A name is the same on both sides: it is cleaned before it is sent, and a clean name stays as it is.
package struct SharedMachine: Sendable, Hashable, Codable {
    private var version = 1
    /// Its name, which its user has chosen.
    package let name: String
    /// The place of its library: two libraries with the same identifier are copies of each other. `nil` if an earlier version has written it.
    package let place: String?

    /// - Parameters:
    ///   - name: Any text. If nothing is left of it, the first digits of the identifier are the name.
    ///   - id: The machine.
    package init(name: String, of id: MachineID, place: String?) {
        self.name = Self.cleaned(name) ?? String(id.rawValue.prefix(4))
        self.place = place
    }

    /// The message as JSON.
    package var encoded: [UInt8] { (try? StoredJSON.encode(self)).map { Array($0.utf8) } ?? [] }

    /// Reads a message that another machine has sent.
    package init(decoding bytes: [UInt8]) throws(SharedMessageError) {
        guard bytes.count <= 65_536, let machine = try? StoredJSON.decode(Self.self, from: bytes) else { throw .malformed }
        try SharedMessageError.check(machine.version, is: 1)
        guard let name = Self.cleaned(machine.name) else { throw .malformed }
        self.name = name
        place = machine.place
    }

    /// The longest name, in characters.
    package static let nameLimit = 60
    /// The longest name, in bytes of UTF-8: a character may have any number of marks.
    private static let nameByteLimit = 480

    /// Returns a text as a name; `nil` if nothing is left of it.
    static func cleaned(_ text: String) -> String? {
        guard var name = text.cleaned() else { return nil }
        name = String(name.prefix(nameLimit))
        while name.utf8.count > nameByteLimit {
            // A single character may be too long.
            if name.count > 1 { name.removeLast() } else { name.unicodeScalars.removeLast() }
        }
        return name.cleaned()
    }
}
