internal import CCurl
internal import Glibc
internal import Localization

extension TransferFailure {
    /// Converts libcurl's code, and OpenSSL's code in libcurl's message.
    init(_ code: CURLcode, saying words: String, of easy: UnsafeMutableRawPointer, route: NetworkRoute) {
        let systemError = Int32(truncatingIfNeeded: ccurl_number(easy, CURLINFO_OS_ERRNO))
        let proxyStatus = ccurl_number(easy, CURLINFO_HTTP_CONNECTCODE)
        if case .proxy = route, proxyStatus != 0, proxyStatus != 200 {
            self.init(reason: .unreachable, detail: localized("The proxy returned status {code}.", ["code": "\(proxyStatus)"]))
            return
        }
        switch code {
        case CURLE_COULDNT_CONNECT:
            let isWithoutNetwork = [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(systemError) && !route.isWithoutVersion6
            let detail = systemError == 0 ? "" : String(cString: strerror(systemError))
            self.init(reason: isWithoutNetwork ? .noNetwork : .unreachable, detail: detail, isOfConnecting: true)
        case CURLE_OPERATION_TIMEDOUT:
            self.init(reason: .timedOut, isOfConnecting: ccurl_number(easy, CURLINFO_REQUEST_SIZE) == 0)
        case CURLE_COULDNT_RESOLVE_PROXY:
            self.init(reason: .noNetwork, detail: localized("The name of the proxy is unknown."))
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            self.init(reason: .truncated)
        case CURLE_PEER_FAILED_VERIFICATION:
            self.init(reason: .untrusted(HTTPClientError.Distrust(verification: ccurl_number(easy, CURLINFO_SSL_VERIFYRESULT))))
        case CURLE_SSL_CACERT_BADFILE:
            self.init(reason: .unreachable, detail: localized("The system's list of certificates cannot be read."))
        case CURLE_SSL_CONNECT_ERROR where Self.oldProtocolCodes.contains { words.contains($0) }:
            self.init(reason: .untrusted(.oldProtocol))
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            self.init(reason: .unreachable, detail: localized("The response is not HTTP."))
        default:
            self.init(reason: .unreachable, detail: String(cString: curl_easy_strerror(code)))
        }
    }

    /// OpenSSL's codes for a server without an allowed version of TLS: its own refusal, and the server's.
    private static let oldProtocolCodes = ["error:0A000102:", "error:0A00042E:"]
}

extension NetworkRoute {
    /// Whether the route leads to an IPv6 address and this computer has only IPv4 routes.
    fileprivate var isWithoutVersion6: Bool {
        guard case .direct(let address) = self, address.isVersion6 else { return false }
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        // Connecting a datagram socket sends nothing, and fails if there is no route. The address is reserved for documentation.
        var target = sockaddr_in()
        target.sin_family = sa_family_t(AF_INET)
        target.sin_port = UInt16(9).bigEndian
        target.sin_addr.s_addr = UInt32(0xC000_0201).bigEndian
        // SAFETY: a sockaddr_in begins like a sockaddr, and the length is its own.
        return withUnsafePointer(to: &target) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}

extension HTTPClientError.Distrust {
    /// Converts OpenSSL's verification result.
    ///
    /// Source: openssl/x509_vfy.h. libcurl compares the name itself; the result is then no error (0) or none yet (1).
    fileprivate init(verification: Int) {
        switch verification {
        case 9: self = .notYetValid
        case 10: self = .expired
        case 0, 1, 62: self = .otherHost
        default: self = .unknownIssuer
        }
    }
}
