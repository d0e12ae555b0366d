internal import FoundationEssentials
internal import SleevesModel

/// The form in which albums are sent and stored: values that were set by one machine at one time stand together.
extension SharedAlbum {
    /// The largest message, in bytes: what servers accept unless they are configured otherwise.
    package static let byteLimit = 1 << 20
    private static let registerLimit = 256
    private static let version = 1

    private struct Message: Codable {
        var version: Int
        var patches: [Patch]

        init(version: Int, patches: [Patch]) {
            (self.version, self.patches) = (version, patches)
        }

        /// Checks the version first: a newer one may have other patches.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            version = try container.decode(Int.self, forKey: .version)
            try SharedMessageError.check(version, is: SharedAlbum.version)
            patches = try container.decode([Patch].self, forKey: .patches)
        }
    }

    private struct Patch: Codable {
        var by: String
        var at: Int64
        var set: [String: String?]
    }

    /// The album as JSON. Equal albums have equal texts.
    package var encoded: String {
        let groups = Dictionary(grouping: registers) { $0.value.time }
        let patches = groups.sorted { $0.key < $1.key }.map { time, registers in
            Patch(
                by: time.machine.rawValue, at: time.ticks, set: Dictionary(uniqueKeysWithValues: registers.map { ($0.key, $0.value.value) })
            )
        }
        // Texts and numbers can always be encoded.
        return (try? StoredJSON.encode(Message(version: Self.version, patches: patches))) ?? ""
    }

    /// Reads an album that another machine has sent.
    ///
    /// - Throws: ``SharedMessageError`` if it isn't one, or one of a newer version.
    package init(decoding bytes: some Collection<UInt8>) throws(SharedMessageError) {
        guard bytes.count <= Self.byteLimit else { throw .malformed }
        let message: Message
        switch Result(catching: { try JSONDecoder().decode(Message.self, from: Data(bytes)) }) {
        case .success(let decoded): message = decoded
        case .failure(let error): throw error as? SharedMessageError ?? .malformed
        }
        guard message.patches.count <= Self.registerLimit else { throw .malformed }
        for patch in message.patches {
            guard let machine = MachineID(rawValue: patch.by), patch.at >= 0 else { throw .malformed }
            for (name, value) in patch.set {
                let limit = SharedField(rawValue: name)?.limit ?? Self.byteLimit
                guard (1...64).contains(name.utf8.count), (value ?? "").utf8.count <= limit else { throw .malformed }
                merge(Register(value, at: HybridTime(ticks: patch.at, machine: machine)), as: name)
            }
        }
        guard registers.count <= Self.registerLimit else { throw .malformed }
    }
}

/// Why a message of another machine can't be used.
package enum SharedMessageError: Error, Sendable, Hashable {
    /// It isn't a message of Sleeves, or it is damaged.
    case malformed
    /// A newer version of Sleeves has written it.
    case newerVersion

    /// - Throws: The error if a version isn't one, or a newer one.
    static func check(_ found: Int, is version: Int) throws(SharedMessageError) {
        if found < 1 { throw .malformed }
        if found > version { throw .newerVersion }
    }
}
