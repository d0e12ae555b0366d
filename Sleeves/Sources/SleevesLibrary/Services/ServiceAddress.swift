internal import FoundationEssentials
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

    /// Returns the address of a request.
    func request(_ path: String, _ items: KeyValuePairs<String, String>) throws -> String {
        guard var parts = URLComponents(string: "\(base)/\(path)") else { throw HTTPClientError(.notAnAddress, url: base) }
        parts.queryItems = items.map { URLQueryItem(name: $0, value: $1) }
        // Many servers decode a plus as a space.
        let encoded = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        parts.percentEncodedQuery = encoded
        guard let text = parts.string else { throw HTTPClientError(.notAnAddress, url: base) }
        return text
    }
}
