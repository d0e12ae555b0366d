/// One request that is sent to one address of a host.
struct TransferRequest: Sendable {
    var location: WebLocation
    var route: NetworkRoute
    var userAgent: String
    /// How many bytes the answer's body may have.
    var limit: Int
    var timeouts: HTTPClient.Timeouts
    /// The file with the certificates to trust; `nil` for the system's.
    var certificates: String?
}

/// How a request gets to its host.
enum NetworkRoute: Sendable, Hashable {
    /// To an address of the host, which was checked.
    case direct(InternetAddress)
    /// Through a proxy, to an address of the host, which was checked; to what the proxy takes the name for, where that is `nil`.
    case proxy(String, InternetAddress?)
}

/// A server's answer to a request.
struct TransferAnswer: Sendable {
    var status = 0
    var location: String?
    var retryAfter: String?
    /// Empty where the status is not 200.
    var body: [UInt8] = []
}

/// Why a request has no answer.
struct TransferFailure: Error {
    var reason: HTTPClientError.Reason
    /// For the person, in whole words; or empty.
    var detail = ""
    /// Whether nobody was spoken to, which leaves hope for another address of the host.
    var isOfConnecting = false
}
