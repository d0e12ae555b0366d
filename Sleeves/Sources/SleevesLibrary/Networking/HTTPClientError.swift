/// Why an address could not be fetched: what happened, where, and what to do.
public struct HTTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure a caller may want to tell apart.
    public enum Reason: Sendable, Hashable {
        /// The text is no `http` or `https` address of a host.
        case notAnAddress
        /// The server answered with another status than 200.
        case status(Int)
        /// The answer is longer than this many bytes.
        case tooLarge(limit: Int)
        /// The answer ended before it was complete.
        case truncated
        /// One of the client's timeouts was over.
        case timedOut
        /// The answer led on and on, or in a circle.
        case tooManyRedirects
        /// There is no way to the host, or it does not answer as a server should, for the reason in the detail.
        case unreachable
        /// The client was shut down.
        case shutDown
    }

    /// What kind of failure it was.
    public let reason: Reason
    /// The address as it was asked for.
    public let url: String
    /// What the network said, in its own words.
    public let detail: String

    /// An error of one kind, at one address.
    public init(_ reason: Reason, url: String, detail: String = "") {
        self.reason = reason
        self.url = url
        self.detail = detail
    }

    /// Whether the same address may well work later, so that the failure is not to be remembered.
    public var isTemporary: Bool {
        switch reason {
        case .status(let code): code == 408 || code == 429 || code >= 500
        case .truncated, .timedOut, .unreachable, .shutDown: true
        case .notAnAddress, .tooLarge, .tooManyRedirects: false
        }
    }

    /// One or two sentences for the person: what happened, where, and what to do.
    public var description: String {
        let said = detail.isEmpty ? "" : " (\(detail))"
        return switch reason {
        case .notAnAddress: "\(url) is no address that can be fetched\(said). Give one that begins with https:// or http://."
        case .status(404), .status(410): "\(url) does not exist\(said). Nothing can be done but to look for another address."
        case .status(401), .status(403): "\(url) is not open to everyone\(said). Look for another address."
        case .status(let code) where isTemporary: "\(url) was answered with status \(code)\(said). Try again later."
        case .status(let code): "\(url) was answered with status \(code)\(said). Look for another address."
        case .tooLarge(let limit): "\(url) is longer than \(limit) bytes\(said). Look for a smaller one."
        case .truncated: "\(url) broke off before its end\(said). Try again."
        case .timedOut: "\(url) took too long\(said). Try again later."
        case .tooManyRedirects: "\(url) leads from address to address without end\(said). Look for another address."
        case .unreachable: "\(url) can not be reached\(said). Check the network, and try again."
        case .shutDown: "\(url) was not fetched: the program is closing\(said)."
        }
    }
}
