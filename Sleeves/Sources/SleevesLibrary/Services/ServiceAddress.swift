internal import SleevesNetworking

/// The address of a service, and the reach of its redirects.
struct ServiceAddress: Sendable {
    /// The base address, without a trailing slash.
    let base: String
    let reach: NetworkReach

    /// Creates the service's default address, or the user's choice.
    ///
    /// - Parameter chosen: The user's choice: an address, `none` to skip the service, or `nil`.
    /// - Returns: `nil` to skip the service.
    /// - Throws: ``HTTPClientError`` if the text isn't an address.
    init?(_ standard: String, chosen: String?) throws(HTTPClientError) {
        guard let chosen else {
            base = standard
            reach = .service
            return
        }
        if chosen == "none" { return nil }
        guard let location = WebLocation(chosen) else { throw HTTPClientError(.notAnAddress, url: chosen) }
        var text = location.text[...]
        while text.last == "/" { text = text.dropLast() }
        base = String(text)
        // The user has chosen the address, so it is trusted.
        reach = .anywhere
    }

    /// The host, which determines the queue of requests.
    var host: String { WebLocation(base)?.host ?? base }
}
