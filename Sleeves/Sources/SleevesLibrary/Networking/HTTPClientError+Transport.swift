internal import AsyncHTTPClient
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

extension HTTPClientError {
    /// The error that something thrown by the transport stands for, at the address that was first asked for.
    init(_ error: any Error, url: String) {
        switch error {
        case let error as HTTPClientError:
            let led = error.url == url ? [] : ["it leads to \(error.url)"]
            let detail = (led + [error.detail]).filter { !$0.isEmpty }.joined(separator: "; ")
            self.init(error.reason, url: url, detail: detail, retryAfter: error.retryAfter)
        case let error as AsyncHTTPClient.HTTPClientError:
            let reason = Self.reason(of: error)
            self.init(reason, url: url, detail: reason == .unreachable ? error.shortDescription : "")
        case let error as HostResolverError:
            self.init(error.isWithoutNetwork ? .noNetwork : .unreachable, url: url, detail: error.detail)
        default:
            self.init(Self.reason(of: error), url: url, detail: Self.words(of: error))
        }
    }

    /// Whether an error is of a kind that leaves hope for another address of the host: nobody was spoken to.
    static func isOfConnecting(_ error: any Error) -> Bool {
        switch error {
        case let error as AsyncHTTPClient.HTTPClientError: error == .connectTimeout
        case let error as NIOCore.IOError:
            [ECONNREFUSED, ENETUNREACH, ENETDOWN, EHOSTUNREACH, ETIMEDOUT, EADDRNOTAVAIL].contains(error.errnoCode)
        case ChannelError.connectTimeout: true
        default: false
        }
    }

    private static func reason(of error: AsyncHTTPClient.HTTPClientError) -> Reason {
        switch error {
        case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
            .timedOut
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch: .truncated
        case .alreadyShutdown, .cancelled: .shutDown
        case .invalidURL, .emptyHost, .emptyScheme: .notAnAddress
        default: .unreachable
        }
    }

    private static func reason(of error: any Error) -> Reason {
        switch error {
        case ChannelError.connectTimeout: .timedOut
        case HTTPParserError.invalidEOFState: .truncated
        case let error as NIOCore.IOError where [ECONNRESET, EPIPE].contains(error.errnoCode): .truncated
        case let error as NIOCore.IOError where [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(error.errnoCode): .noNetwork
        default: .unreachable
        }
    }

    private static func words(of error: any Error) -> String {
        guard let error = error as? NIOCore.IOError else { return String(describing: error) }
        return String(cString: strerror(error.errnoCode))
    }
}
