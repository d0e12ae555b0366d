internal import FoundationEssentials
internal import SleevesModel

/// The form in which albums are sent and stored: values that were set by one machine at one time stand together.
extension SharedAlbum {
    /// The largest message that is read, in bytes. Servers accept an eighth of it unless they are configured otherwise.
    package static let byteLimit = 8 << 20
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
    /// - Parameters:
    ///   - bytes: The message.
    ///   - limit: The largest size that is read.
    /// - Throws: ``SharedMessageError`` if it isn't one, or one of a newer version.
    package init(decoding bytes: some Collection<UInt8>, limit: Int = byteLimit) throws(SharedMessageError) {
        guard bytes.count <= limit else { throw .malformed }
        let message: Message
        switch Result(catching: { try JSONDecoder().decode(Message.self, from: Data(bytes)) }) {
        case .success(let decoded): message = decoded
        case .failure(let error): throw error as? SharedMessageError ?? .malformed
        }
        for patch in message.patches {
            guard let machine = MachineID(rawValue: patch.by), (0...HybridClock.limit).contains(patch.at) else { throw .malformed }
            for (name, value) in patch.set {
                merge(Register(value, at: HybridTime(ticks: patch.at, machine: machine)), as: name)
            }
        }
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
