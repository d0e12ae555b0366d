internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1

extension HTTPClientError {
    /// The error that something thrown by the transport stands for.
    init(_ error: any Error, url: String) {
        if let error = error as? HTTPClientError {
            self = error
            return
        }
        guard let error = error as? AsyncHTTPClient.HTTPClientError else {
            self.init(Self.reason(of: error), url: url, detail: String(describing: error))
            return
        }
        switch error {
        case .deadlineExceeded, .connectTimeout, .readTimeout, .writeTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout:
            self.init(.timedOut, url: url)
        case .redirectLimitReached, .redirectCycleDetected:
            self.init(.tooManyRedirects, url: url)
        case .remoteConnectionClosed, .uncleanShutdown, .bodyLengthMismatch:
            self.init(.truncated, url: url)
        case .alreadyShutdown, .cancelled:
            self.init(.shutDown, url: url)
        case .invalidURL, .emptyHost, .emptyScheme:
            self.init(.notAnAddress, url: url)
        default:
            self.init(.unreachable, url: url, detail: error.shortDescription)
        }
    }

    private static func reason(of error: any Error) -> Reason {
        switch error {
        case ChannelError.connectTimeout: .timedOut
        case HTTPParserError.invalidEOFState: .truncated
        default: .unreachable
        }
    }
}
