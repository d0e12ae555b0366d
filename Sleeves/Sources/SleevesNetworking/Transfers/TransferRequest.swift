/// A request to one address of a host.
struct TransferRequest: Sendable {
    var location: WebLocation
    var route: NetworkRoute
    var userAgent: String
    /// The maximum number of bytes of the response's body.
    var limit: Int
    var timeouts: HTTPClient.Timeouts
    /// The file with the certificates to trust; `nil` for the system's.
    var certificates: String?
}

/// The route of a request to its host.
enum NetworkRoute: Sendable, Hashable {
    /// To a checked address of the host.
    case direct(InternetAddress)
    /// Through a proxy to a checked address of the host; if that is `nil`, the proxy resolves the name.
    case proxy(String, InternetAddress?)
}

/// A server's response to a request.
struct TransferAnswer: Sendable {
    var status = 0
    var location: String?
    var retryAfter: String?
    /// The body; empty if the status isn't 200.
    var body: [UInt8] = []
    var share: BodyShare?
}

/// An error from a request without a response.
struct TransferFailure: Error {
    var reason: HTTPClientError.Reason
    /// Details for the user; or empty.
    var detail = ""
    /// Whether connecting failed, so that another address of the host may work.
    var isOfConnecting = false
}
