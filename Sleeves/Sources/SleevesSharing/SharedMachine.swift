internal import FoundationEssentials
internal import SleevesModel

/// What a machine tells of itself.
package struct SharedMachine: Sendable, Hashable, Codable {
    private var version = 1
    /// Its name, which its user has chosen.
    package var name: String

    package init(name: String) {
        self.name = name
    }

    /// The message as JSON.
    package var encoded: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }

    /// Reads a message that another machine has sent.
    package init(decoding bytes: [UInt8]) throws(SharedMessageError) {
        guard bytes.count <= 4_096, let machine = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { throw .malformed }
        try SharedMessageError.check(machine.version, is: 1)
        guard let name = machine.name.cleaned() else { throw .malformed }
        self.name = String(name.prefix(Self.nameLimit))
    }

    /// The longest name, in characters.
    package static let nameLimit = 60
}
