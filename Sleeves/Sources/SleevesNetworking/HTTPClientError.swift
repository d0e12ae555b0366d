internal import Localization

/// An error from fetching an address: what happened, where, and what to do.
public struct HTTPClientError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of failure a caller may want to tell apart.
    public enum Reason: Sendable, Hashable {
        /// The text isn't an `http` or `https` address of a host.
        case notAnAddress
        /// The server returned another status than 200.
        case status(Int)
        /// The response is longer than this many bytes.
        case tooLarge(limit: Int)
        /// The response ended before it was complete.
        case truncated
        /// One of the client's timeouts expired.
        case timedOut
        /// The response redirected too often, or in a loop.
        case tooManyRedirects
        /// The response redirected to something that isn't the web, or from a secure address to an insecure one.
        case refusedRedirect
        /// The address belongs to this computer or a private network, which an address in a list must not reach.
        case privateAddress
        /// There is no route to the host, or it doesn't respond properly, for the reason in the detail.
        case unreachable
        /// The name servers don't answer for the host.
        case unresolved
        /// There is no route to any host, as far as this failure shows.
        case noNetwork
        /// The host doesn't prove its identity, or not in a secure way.
        case untrusted(Distrust)
        /// The client was shut down.
        case shutDown
    }

    /// The reasons for distrusting a host.
    public enum Distrust: Sendable, Hashable {
        /// Its certificate has expired.
        case expired
        /// Its certificate isn't valid yet, or this computer's clock is wrong.
        case notYetValid
        /// Its certificate belongs to another host.
        case otherHost
        /// No issuer that the system trusts has signed its certificate.
        case unknownIssuer
        /// It doesn't support TLS 1.2 or later.
        case oldProtocol
    }

    /// The kind of failure.
    public let reason: Reason
    /// The requested address.
    public let url: String
    /// Details of the failure, or empty.
    public let detail: String
    /// The time from the server's `Retry-After`, if it sent one.
    public let retryAfter: Duration?

    /// Returns an address for display and storage, shortened because an untrusted address can be long.
    package static func shown(_ address: String) -> String {
        address.count <= 200 ? address : "\(address.prefix(199))…"
    }

    /// Creates an error of a kind, at an address.
    public init(_ reason: Reason, url: String, detail: String = "", retryAfter: Duration? = nil) {
        self.reason = reason
        self.url = url
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// Converts an error thrown on the way to one at the address that was first requested.
    package init(_ error: any Error, url: String) {
        switch error {
        case let error as HTTPClientError:
            let led = error.url == url ? [] : [localized("The address redirects to {address}.", ["address": Self.shown(error.url)])]
            let detail = (led + [error.detail]).filter { !$0.isEmpty }.joined(separator: " ")
            self.init(error.reason, url: url, detail: detail, retryAfter: error.retryAfter)
        case let error as TransferFailure:
            self.init(error.reason, url: url, detail: error.detail)
        case let error as HostResolverError:
            self.init(error.reason, url: url, detail: error.detail)
        default:
            self.init(.unreachable, url: url, detail: String(describing: error))
        }
    }

    /// Whether the same address may work later, so that the failure shouldn't be remembered for long.
    public var isTemporary: Bool {
        switch reason {
        case .status(let code): code == 408 || code == 429 || code >= 500
        case .truncated, .timedOut, .unreachable, .unresolved, .noNetwork, .shutDown: true
        case .notAnAddress, .tooLarge, .tooManyRedirects, .refusedRedirect, .privateAddress, .untrusted: false
        }
    }

    /// Whether the server reported that there is nothing at the address.
    public var isAbsence: Bool {
        reason == .status(404) || reason == .status(410)
    }

    /// Whether a server responded, successfully or not.
    package var isAnswer: Bool {
        switch reason {
        case .status, .tooLarge, .truncated, .tooManyRedirects, .refusedRedirect, .untrusted: true
        case .notAnAddress, .timedOut, .privateAddress, .unreachable, .unresolved, .noNetwork, .shutDown: false
        }
    }

    /// Sentences for the user: what happened, where, and what to do.
    public var description: String {
        // Translators: {message} is one or more whole sentences.
        detail.isEmpty ? message : localized("{message} Details: {detail}", ["message": message, "detail": detail])
    }

    private var message: String {
        let address = Self.shown(url)
        let values = ["address": address]
        return switch reason {
        case .notAnAddress: localized("{address} is not a web address. Enter one that begins with https:// or http://.", values)
        case .status(404), .status(410): localized("{address} does not exist. Choose another address.", values)
        case .status(401), .status(403): localized("{address} is not public. Choose another address.", values)
        case .status(let code) where isTemporary:
            localized("{address} returned status {code}. Try again later.", ["address": address, "code": "\(code)"])
        case .status(let code):
            localized("{address} returned status {code}. Choose another address.", ["address": address, "code": "\(code)"])
        case .tooLarge(let limit):
            localized("{address} is larger than {limit} bytes. Choose a smaller file.", ["address": address, "limit": "\(limit)"])
        case .truncated: localized("{address} was not received completely. Try again.", values)
        case .timedOut: localized("{address} took too long to load. Try again later.", values)
        case .tooManyRedirects: localized("{address} redirects too many times. Choose another address.", values)
        case .refusedRedirect: localized("{address} redirects to an address that is not allowed. Choose another address.", values)
        case .privateAddress:
            localized(
                "{address} leads to a private network. If you trust the source of the address, start Sleeves with --local-network.",
                values)
        case .unreachable: localized("{address} cannot be reached. Check the address and the network, then try again.", values)
        case .unresolved:
            localized("{address} cannot be reached, because its name cannot be looked up at the moment. Try again later.", values)
        case .noNetwork:
            localized("{address} cannot be reached, because there is no network. Connect to a network, then try again.", values)
        case .untrusted(.expired):
            localized("{address} cannot be trusted, because the certificate of its host has expired. Choose another address.", values)
        case .untrusted(.notYetValid):
            localized(
                "{address} cannot be trusted, because the certificate of its host is not valid yet. Check the clock of this computer.",
                values)
        case .untrusted(.otherHost):
            localized("{address} cannot be trusted, because its host has the certificate of another host. Choose another address.", values)
        case .untrusted(.unknownIssuer):
            localized(
                "{address} cannot be trusted, because this computer does not know the issuer of its host's certificate. Choose another address.",
                values)
        case .untrusted(.oldProtocol):
            localized("{address} cannot be trusted, because its host does not support TLS 1.2 or later. Choose another address.", values)
        case .shutDown: localized("{address} was not fetched, because Sleeves is closing. Try again the next time you open it.", values)
        }
    }
}
