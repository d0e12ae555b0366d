internal import Localization

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
        /// The answer led to something that is not the web, or from a secure address to one that is not.
        case refusedRedirect
        /// The address is one of this computer or of a network that is not public, which an address in a list must not reach.
        case privateAddress
        /// There is no way to the host, or it does not answer as a server should, for the reason in the detail.
        case unreachable
        /// There is no way to any host, as far as this one tells.
        case noNetwork
        /// The host does not prove that it is the one that was asked for, or not in a way that is safe today.
        case untrusted(Distrust)
        /// The client was shut down.
        case shutDown
    }

    /// Why a host is not trusted.
    public enum Distrust: Sendable, Hashable {
        /// Its certificate is not valid any more.
        case expired
        /// Its certificate is not valid yet, or this computer's clock is wrong.
        case notYetValid
        /// Its certificate is another host's.
        case otherHost
        /// Nobody that the system trusts has signed its certificate.
        case unknownIssuer
        /// It speaks no version of TLS from 1.2 on.
        case oldProtocol
    }

    /// What kind of failure it was.
    public let reason: Reason
    /// The address as it was asked for.
    public let url: String
    /// What the network said, in its own words.
    public let detail: String
    /// How long the server wants to be left alone, where it says so.
    public let retryAfter: Duration?

    /// An address as it is shown and kept: one that a stranger has made up takes no more than this of a sentence.
    package static func shown(_ address: String) -> String {
        address.count <= 200 ? address : "\(address.prefix(199))…"
    }

    /// An error of one kind, at one address.
    public init(_ reason: Reason, url: String, detail: String = "", retryAfter: Duration? = nil) {
        self.reason = reason
        self.url = url
        self.detail = detail
        self.retryAfter = retryAfter
    }

    /// The error that something thrown on the way stands for, at the address that was first asked for.
    package init(_ error: any Error, url: String) {
        switch error {
        case let error as HTTPClientError:
            let led = error.url == url ? [] : [localized("The address redirects to {address}.", ["address": Self.shown(error.url)])]
            let detail = (led + [error.detail]).filter { !$0.isEmpty }.joined(separator: " ")
            self.init(error.reason, url: url, detail: detail, retryAfter: error.retryAfter)
        case let error as TransferFailure:
            self.init(error.reason, url: url, detail: error.detail)
        case let error as HostResolverError:
            self.init(error.isWithoutNetwork ? .noNetwork : .unreachable, url: url, detail: error.detail)
        default:
            self.init(.unreachable, url: url, detail: String(describing: error))
        }
    }

    /// Whether the same address may well work later, so that the failure is not to be remembered for long.
    public var isTemporary: Bool {
        switch reason {
        case .status(let code): code == 408 || code == 429 || code >= 500
        case .truncated, .timedOut, .unreachable, .noNetwork, .shutDown: true
        case .notAnAddress, .tooLarge, .tooManyRedirects, .refusedRedirect, .privateAddress, .untrusted: false
        }
    }

    /// Whether the server has said that there is nothing at the address.
    public var isAbsence: Bool {
        reason == .status(404) || reason == .status(410)
    }

    /// Whether a server has answered, well or badly.
    package var isAnswer: Bool {
        switch reason {
        case .status, .tooLarge, .truncated, .tooManyRedirects, .refusedRedirect, .untrusted: true
        case .notAnAddress, .timedOut, .privateAddress, .unreachable, .noNetwork, .shutDown: false
        }
    }

    /// Sentences for the person: what happened, where, and what to do.
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
