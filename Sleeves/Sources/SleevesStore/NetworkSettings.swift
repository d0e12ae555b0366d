public import SleevesModel

/// The user's choices about looking for covers on the network. `nil` stands for no choice.
public struct NetworkSettings: Sendable, Hashable {
    /// The text in place of an address that turns a service off.
    public static let off = "none"

    /// Whether the window may look for covers on the network; `nil` until the user has answered.
    public var fetchesCovers: Bool?
    /// Whether addresses in imported data may lead to this computer and the local network.
    public var allowsLocalNetwork: Bool?
    /// The addresses and tokens of services, by their names in saved settings.
    private var texts: [String: String] = [:]

    /// Creates settings; without arguments, those of a user who has chosen nothing.
    public init(
        fetchesCovers: Bool? = nil, addresses: [OnlineService: String] = [:], tokens: [OnlineService: String] = [:],
        allowsLocalNetwork: Bool? = nil
    ) {
        self.fetchesCovers = fetchesCovers
        self.allowsLocalNetwork = allowsLocalNetwork
        for (service, address) in addresses { self[addressOf: service] = address }
        for (service, token) in tokens { self[tokenOf: service] = token }
    }

    /// The address of a service, or ``off``; `nil` for its usual address.
    public subscript(addressOf service: OnlineService) -> String? {
        get { texts[service.id] }
        set { texts[service.id] = newValue }
    }

    /// The user's token for a service.
    public subscript(tokenOf service: OnlineService) -> String? {
        get { texts[Self.tokenName(service)] }
        set { texts[Self.tokenName(service)] = newValue }
    }

    private static func tokenName(_ service: OnlineService) -> String { service.id + "Token" }

    /// Returns these settings with the choices of others in place of their own.
    public func overridden(by other: NetworkSettings) -> NetworkSettings {
        var settings = self
        settings.fetchesCovers = other.fetchesCovers ?? fetchesCovers
        settings.allowsLocalNetwork = other.allowsLocalNetwork ?? allowsLocalNetwork
        settings.texts.merge(other.texts) { $1 }
        return settings
    }
}

extension NetworkSettings: Codable {
    private struct Name: CodingKey, Hashable {
        static let fetchesCovers = Name(stringValue: "fetchesCovers")
        static let allowsLocalNetwork = Name(stringValue: "allowsLocalNetwork")

        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes settings. Those of services that only another version knows stay.
    ///
    /// - Throws: A `DecodingError` for a value of another type, so that nothing is allowed in place of what the user had chosen.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Name.self)
        fetchesCovers = try values.decodeIfPresent(Bool.self, forKey: .fetchesCovers)
        allowsLocalNetwork = try values.decodeIfPresent(Bool.self, forKey: .allowsLocalNetwork)
        for name in Set(values.allKeys).subtracting([.fetchesCovers, .allowsLocalNetwork]) {
            texts[name.stringValue] = try values.decodeIfPresent(String.self, forKey: name)
        }
    }

    /// Encodes the choices that have been made.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Name.self)
        try values.encodeIfPresent(fetchesCovers, forKey: .fetchesCovers)
        try values.encodeIfPresent(allowsLocalNetwork, forKey: .allowsLocalNetwork)
        for (name, text) in texts { try values.encode(text, forKey: Name(stringValue: name)) }
    }
}
