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
            // With a route to others, it is the host that can't be reached: such as one with only IPv6, from a network with only IPv4.
            let isWithoutNetwork = [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(systemError) && !DefaultRoute.exists
            let detail = systemError == 0 ? "" : String(cString: strerror(systemError))
            self.init(reason: isWithoutNetwork ? .noNetwork : .unreachable, detail: detail, isOfConnecting: true)
        case CURLE_OPERATION_TIMEDOUT:
            self.init(reason: .timedOut, isOfConnecting: ccurl_number(easy, CURLINFO_REQUEST_SIZE) == 0)
        case CURLE_COULDNT_RESOLVE_PROXY:
            self.init(reason: DefaultRoute.exists ? .unreachable : .noNetwork, detail: localized("The name of the proxy is unknown."))
        case CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_PARTIAL_FILE:
            self.init(reason: .truncated)
        case CURLE_OUT_OF_MEMORY, CURLcode(rawValue: 100):
            // libcurl's codes for a line of a header that is longer than it keeps: the second is CURLE_TOO_LARGE, since 8.6.
            self.init(reason: .unreachable, detail: localized("The header of the response is too long."))
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
