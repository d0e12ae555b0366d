/// A service on the internet that can be asked for covers or releases.
///
/// Its client declares it once. From this follow its settings, its variable of the environment, its rows in the preferences, and the information that
/// people get before they allow requests.
public struct OnlineService: Sendable, Identifiable {
    /// The user's own key to a service, without which it isn't asked.
    public struct Token: Sendable {
        /// The variable of the environment that sets it.
        public let variable: String
        /// The label of its field.
        public let label: String
        /// The source, and the reason to have one.
        public let explanation: String

        /// Creates the declaration of a key.
        public init(variable: String, label: String, explanation: String) {
            (self.variable, self.label, self.explanation) = (variable, label, explanation)
        }
    }

    /// The name in saved settings.
    public let id: String
    /// The name of the service.
    public let name: String
    /// The usual address, without a trailing slash.
    public let address: String
    /// The variable of the environment that sets another address.
    public let variable: String
    /// The option of the command that sets another address, if `NetworkOptions` has one.
    public let option: String?
    /// The data that the service receives, in a sentence.
    public let disclosure: String
    /// The user's own key, if the service demands one.
    public let token: Token?
    /// The shortest time between two requests over a `ServiceConnection`, across all programs of the user, if the service demands one.
    package let pause: Duration?

    /// Creates the declaration of a service.
    public init(
        _ id: String, _ name: String, address: String, variable: String, option: String? = nil, disclosure: String, token: Token? = nil,
        pause: Duration? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.variable = variable
        self.option = option
        self.disclosure = disclosure
        self.token = token
        self.pause = pause
    }
}

extension OnlineService: Hashable {
    /// Returns whether two declarations are those of the same service.
    public static func == (one: OnlineService, other: OnlineService) -> Bool { one.id == other.id }

    /// Hashes the service's name in settings.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
