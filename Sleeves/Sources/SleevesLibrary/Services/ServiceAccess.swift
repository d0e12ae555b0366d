internal import Localization
internal import SleevesNetworking

/// The access to the services: the connection, the user's choices, and the pace of each service.
struct ServiceAccess: Sendable {
    let client: HTTPClient
    var services: CoverServices
    /// Gates for the services that demand a pause between two requests.
    private let gates: [OnlineService: RateGate]

    /// - Parameter sharedDirectory: The folder with which all programs of the user keep the pace together; `nil` if this is the only program.
    init(client: HTTPClient, services: CoverServices, time: any Timekeeping = SystemTime(), sharedDirectory: String? = nil) {
        (self.client, self.services) = (client, services)
        var gates: [OnlineService: RateGate] = [:]
        for service in OnlineService.all {
            guard let pause = service.pause else { continue }
            let path = sharedDirectory.map { "\($0)/sleeves-\(service.id.lowercased())" }
            gates[service] = RateGate(interval: pause, time: time, path: path)
        }
        self.gates = gates
    }

    /// Returns the connection to a service; `nil` if the user doesn't use it.
    func connection(to service: OnlineService) -> ServiceConnection? {
        services[service].map {
            ServiceConnection(service: service, client: client, address: $0, token: services.token(of: service), gate: gates[service])
        }
    }

    /// The sources of releases that the user uses.
    var releaseSources: [any ReleaseSource] { OnlineSources.releases.compactMap { $0.init(self) } }

    /// Returns the source that has a release; `nil` if the user doesn't use it.
    func source(of release: FoundRelease) -> (any ReleaseSource)? {
        releaseSources.first { type(of: $0).service == release.service }
    }

    /// Hosts whose names resolve if there is a network: those that are asked for covers.
    var witnesses: [String] {
        OnlineSources.covers.flatMap { $0.services }.compactMap { services[$0].flatMap { WebLocation($0.base) } }.filter { !$0.isLocal }
            .map(\.host)
    }
}

/// The connection to a service that the user uses.
struct ServiceConnection: Sendable {
    let service: OnlineService
    let client: HTTPClient
    let address: ServiceAddress
    /// The user's token; `nil` if the service demands none.
    let token: String?
    fileprivate let gate: RateGate?

    /// Returns the answer to a request. An error names only the service: nobody reads an encoded search, and it may have a secret.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func answer(_ path: String, _ items: KeyValuePairs<String, String>, limit: Int) async throws -> [UInt8] {
        let url = try address.request(path, items)
        do {
            return try await client.fetch(url, limit: limit, reach: address.reach, gate: gate)
        } catch let error as HTTPClientError {
            throw HTTPClientError(error.reason, url: address.base, detail: error.detail, retryAfter: error.retryAfter)
        }
    }

    /// The error for an answer that doesn't come from the service.
    var noAnswer: HTTPClientError {
        let detail = localized("The response does not come from {service}.", ["service": service.name])
        return HTTPClientError(.unreachable, url: address.base, detail: detail)
    }
}
