internal import FoundationEssentials
internal import SleevesModel

/// The form in which albums are sent and stored: values that were set by one machine at one time are together.
extension SharedAlbum {
    /// The largest message that is read, in bytes. Servers accept an eighth of it unless they are configured otherwise.
    package static let byteLimit = 8 << 20
    private static let version = 1

    private struct Message: Encodable {
        let version: Int
        let patches: [Patch]
    }

    private struct Patch: Encodable {
        var by = ""
        var at: Int64 = 0
        var set: [String: String?] = [:]

        /// Reads a patch. Members that this version doesn't know have no meaning in this version of the message.
        init(from parser: inout JSONParser) throws(JSONParser.Malformed) {
            var count = 0
            try parser.readObject { name, parser throws(JSONParser.Malformed) in
                switch name {
                case "by": by = try parser.readText()
                case "at": at = try parser.readInteger()
                case "set":
                    try parser.readObject { field, parser throws(JSONParser.Malformed) in
                        set[field] = .some(try parser.readTextOrNull())
                    }
                default: return try parser.skipValue()
                }
                count += 1
            }
            if count < 3 { throw JSONParser.Malformed() }
        }

        init(by: String, at: Int64, set: [String: String?]) {
            (self.by, self.at, self.set) = (by, at, set)
        }
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

    private static func readPatches(_ parser: inout JSONParser) throws(JSONParser.Malformed) -> [Patch] {
        var patches: [Patch] = []
        try parser.readList { parser throws(JSONParser.Malformed) in patches.append(try Patch(from: &parser)) }
        return patches
    }

    /// Reads an album that another machine has sent.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - limit: The largest size that is read.
    /// - Throws: ``SharedMessageError`` if it isn't one, or one of a newer version.
    package init(decoding bytes: some Collection<UInt8>, limit: Int = byteLimit) throws(SharedMessageError) {
        // A letter that isn't UTF-8 would be sent on as another one.
        guard bytes.count <= limit, String(validating: bytes, as: UTF8.self) != nil else { throw .malformed }
        var (version, patches): (Int64?, [Patch]?)
        let isRead: Void? = JSONParser.read(Array(bytes)) { parser throws(JSONParser.Malformed) in
            try parser.readObject { name, parser throws(JSONParser.Malformed) in
                switch name {
                case "version": version = try parser.readInteger()
                // A newer version may have other ones.
                case "patches": patches = try parser.readIfPossible(Self.readPatches)
                default: try parser.skipValue()
                }
            }
        }
        guard isRead != nil, let version else { throw .malformed }
        try SharedMessageError.check(Int(version), is: Self.version)
        guard let patches else { throw .malformed }
        for patch in patches {
            guard let machine = MachineID(rawValue: patch.by), (0...HybridClock.limit).contains(patch.at) else { throw .malformed }
            for (name, value) in patch.set {
                merge(Register(value, at: HybridTime(ticks: patch.at, machine: machine)), as: name)
            }
        }
    }
}

/// A reason why a message of another machine can't be used.
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
