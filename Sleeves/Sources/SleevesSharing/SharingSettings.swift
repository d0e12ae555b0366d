internal import FoundationEssentials
internal import Glibc

/// The settings of a library's sharing: the server, and the machine's name there.
public struct SharingSettings: Sendable, Hashable, Codable {
    /// The address of the server: `nats://home.example:4222`. Never contains a password.
    public var server: String
    /// The user's name on the server; `nil` for none.
    public var user: String?
    /// The user's password. The library keeps it in a file that only the user can read.
    public var password: String?
    /// The path of a credentials file; `nil` for none.
    public var credentials: String?
    /// The path of a PEM file with the authorities that the server's certificate is checked against; `nil` for those of the system.
    public var certificateAuthorities: String?
    /// The name of this machine for the others.
    public var machineName: String
    /// The name of the shared collection on the server: letters, digits and hyphens.
    public var collection: String

    /// The name of a collection that isn't named.
    public static let usualCollection = "sleeves"

    /// The computer's own name, which a machine has unless its user chooses another.
    public static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "sleeves" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Creates settings from an address, which may contain a user's name and a password.
    ///
    /// - Parameters:
    ///   - address: `nats://user:password@home.example:4222`. `tls://` requires encryption; without a scheme, it is `nats://`.
    ///   - machineName: The name of this machine.
    /// - Throws: ``SharingSettingsError`` if the address isn't one.
    public init(address: String, machineName: String, collection: String = usualCollection) throws(SharingSettingsError) {
        var text = address
        if !text.contains("://") { text = "nats://\(text)" }
        guard let components = URLComponents(string: text), let scheme = components.scheme, ["nats", "tls"].contains(scheme),
            let host = components.host, !host.isEmpty, !host.contains(where: { $0 == "%" || $0.isWhitespace }),
            ["", "/"].contains(components.path), components.query == nil
        else { throw .address }
        let isName =
            (1...32).contains(collection.utf8.count)
            && collection.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 45 }
        guard isName else { throw .collection }
        server = "\(scheme)://\(host)\(components.port.map { ":\($0)" } ?? "")"
        user = components.user.flatMap { $0.isEmpty ? nil : $0 }
        password = components.password
        self.machineName = SharedMachine.cleaned(machineName) ?? SharedMachine.cleaned(Self.hostName) ?? "sleeves"
        self.collection = collection
    }

    /// Decodes settings, and checks them like new ones: the database may be damaged.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            address: container.decode(String.self, forKey: .server), machineName: container.decode(String.self, forKey: .machineName),
            collection: container.decode(String.self, forKey: .collection))
        user = try container.decodeIfPresent(String.self, forKey: .user)
        password = try container.decodeIfPresent(String.self, forKey: .password)
        credentials = try container.decodeIfPresent(String.self, forKey: .credentials)
        certificateAuthorities = try container.decodeIfPresent(String.self, forKey: .certificateAuthorities)
    }

    private enum CodingKeys: String, CodingKey {
        case server, user, password, credentials, certificateAuthorities, machineName, collection
    }
}

/// A reason why sharing can't be set up like this.
public enum SharingSettingsError: Error, Sendable, Hashable {
    /// The address isn't that of a server.
    case address
    /// The name of the collection has other characters than letters, digits and hyphens, or is too long.
    case collection
}
