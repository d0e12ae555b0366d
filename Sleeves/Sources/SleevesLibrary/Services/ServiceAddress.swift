internal import SleevesNetworking

/// Where a service is, and how far its answers may lead.
struct ServiceAddress: Sendable {
    /// Without a slash at its end.
    let base: String
    let reach: NetworkReach

    /// The service's own place, or the one that the person has given instead.
    ///
    /// - Parameter chosen: What the person has given: an address, `none` to ask nobody, or `nil`.
    /// - Returns: `nil` where nobody is to be asked.
    /// - Throws: ``HTTPClientError`` where the text is no address.
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
        // The person knows where that is.
        reach = .anywhere
    }

    /// Who is asked, as far as taking turns goes.
    var host: String { WebLocation(base)?.host ?? base }
}
