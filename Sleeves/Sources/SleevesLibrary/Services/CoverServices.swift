public import SleevesNetworking
public import SleevesStore

/// The services that provide covers and releases, as the user's settings choose them.
public struct CoverServices: Sendable {
    /// The addresses of the services that are used.
    private var addresses: [OnlineService: ServiceAddress] = [:]
    /// The user's tokens for them.
    private var tokens: [OnlineService: String] = [:]
    /// The reach of addresses in imported data.
    let reachOfAddresses: NetworkReach
    /// Whether covers may be requested at all: from the services, or from addresses in imported data.
    let isAllowed: Bool

    /// No services: only the albums' own addresses are fetched.
    public static let none = CoverServices(allowsLocalNetwork: false, isAllowed: true)

    private init(allowsLocalNetwork: Bool, isAllowed: Bool) {
        self.isAllowed = isAllowed
        reachOfAddresses = allowsLocalNetwork ? .anywhere : .publicNetwork
    }

    /// Creates the services that settings choose. Nothing is requested until the user has allowed it. A service with an address that isn't one
    /// is skipped, and so is one without the token that it demands.
    public init(_ settings: NetworkSettings) {
        self.init(allowsLocalNetwork: settings.allowsLocalNetwork == true, isAllowed: settings.fetchesCovers == true)
        for service in OnlineService.all {
            let token = settings[tokenOf: service]?.cleaned()
            if service.token != nil, token == nil { continue }
            addresses[service] = try? ServiceAddress(service.address, chosen: settings[addressOf: service])
            tokens[service] = token
        }
    }

    /// Checks that all addresses in settings are addresses.
    ///
    /// - Throws: An ``HTTPClientError`` for one that isn't.
    public static func check(_ settings: NetworkSettings) throws(HTTPClientError) {
        for service in OnlineService.all { _ = try ServiceAddress(service.address, chosen: settings[addressOf: service]) }
    }

    /// Returns whether a text is an address that a service can have.
    public static func isAddress(_ text: String) -> Bool {
        WebLocation(text) != nil
    }

    /// The address of a service; `nil` if it isn't used.
    subscript(service: OnlineService) -> ServiceAddress? { addresses[service] }

    /// Returns the user's token for a service.
    func token(of service: OnlineService) -> String? { tokens[service] }
}
