internal import CCurl
internal import Glibc
internal import Localization

/// A running request, which receives libcurl's callbacks.
///
/// It belongs to the thread of its ``TransferThread``: libcurl calls back only on that thread, within the thread's own calls.
final class Transfer {
    let request: TransferRequest
    private(set) var answer = TransferAnswer()
    /// The failure that this side found. libcurl only knows that the callback aborted.
    private(set) var failure: TransferFailure?
    /// The state of the head. After it come the body and, with chunks, trailer lines.
    private var head = Head.awaited
    private var meter: TransferMeter
    private let share: BodyShare
    private let easy: UnsafeMutableRawPointer
    private var target: UnsafeMutablePointer<curl_slist>?
    /// The buffer for libcurl's messages, which lives as long as the transfer.
    private let words = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    private enum Head {
        case awaited, begun, whole
    }

    init?(_ request: TransferRequest, budget: BodyBudget) {
        guard let easy = curl_easy_init() else { return nil }
        share = budget.begin()
        self.easy = easy
        self.request = request
        meter = TransferMeter(limit: request.limit, timeouts: request.timeouts, at: .now)
        words.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(target)
        words.deallocate()
    }

    /// libcurl's handle of the transfer.
    var handle: UnsafeMutableRawPointer { easy }

    /// The earliest time until the transfer is overdue.
    var timeLeft: Duration { meter.timeLeft(at: .now) }

    /// Returns whether the server has taken too long.
    func isOverdue() -> Bool { meter.isOverdue(at: .now) }

    /// Sets libcurl's options. The transfer must live until libcurl is done with it.
    func prepare() {
        set(CURLOPT_URL, request.location.text)
        set(CURLOPT_USERAGENT, request.userAgent)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Streams and header compression increase the attack surface, and covers gain nothing from them.
        set(CURLOPT_HTTP_VERSION, ccurl_http_1_1)
        set(CURLOPT_SSLVERSION, ccurl_tls_1_2)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(request.timeouts.connect / .milliseconds(1))))
        if let certificates = request.certificates { set(CURLOPT_CAINFO, certificates) }
        // The proxy variables of the environment are already handled.
        set(CURLOPT_NOPROXY, "")
        switch request.route {
        case .direct(let address):
            set(CURLOPT_PROXY, "")
            connect(to: address)
        case .proxy(let proxy, let address):
            set(CURLOPT_PROXY, proxy)
            if let address { connect(to: address) }
        }
        let owner = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_on_data(easy, CURLOPT_WRITEFUNCTION) { bytes, _, count, owner in Transfer.of(owner).takeBody(bytes, count) }
        ccurl_set_pointer(easy, CURLOPT_WRITEDATA, owner)
        ccurl_set_on_data(easy, CURLOPT_HEADERFUNCTION) { bytes, _, count, owner in Transfer.of(owner).takeHeadLine(bytes, count) }
        ccurl_set_pointer(easy, CURLOPT_HEADERDATA, owner)
        ccurl_set_on_socket(easy) { owner, _, address in Transfer.of(owner).openSocket(address) }
        ccurl_set_pointer(easy, CURLOPT_OPENSOCKETDATA, owner)
        // The only way to count bytes that are neither head nor body, such as those between chunks.
        ccurl_set_on_debug(easy) { _, kind, _, count, owner in
            if kind == CURLINFO_DATA_IN || kind == CURLINFO_HEADER_IN { Transfer.of(owner).takeRaw(count) }
            return 0
        }
        ccurl_set_pointer(easy, CURLOPT_DEBUGDATA, owner)
        set(CURLOPT_VERBOSE, 1)
        ccurl_set_on_progress(easy) { owner, _, _, _, _ in Transfer.of(owner).mayGoOn() ? 0 : 1 }
        ccurl_set_pointer(easy, CURLOPT_XFERINFODATA, owner)
        ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, words)
        set(CURLOPT_NOPROGRESS, 0)
    }

    /// Returns the result after libcurl has ended the transfer with a code.
    func result(_ code: CURLcode) -> Result<TransferAnswer, TransferFailure> {
        share.endRunning()
        answer.share = share
        if let failure { return .failure(failure) }
        // The body of an unsuccessful response doesn't matter.
        if code == CURLE_OK || head == .whole && answer.status != 200 { return .success(answer) }
        return .failure(TransferFailure(code, saying: String(cString: words), of: easy, route: request.route))
    }

    private func set(_ option: CURLoption, _ value: Int) {
        ccurl_set_number(easy, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        ccurl_set_pointer(easy, option, value)
    }

    // MARK: Connecting

    /// Connects to an address and shares the connection only with transfers to the same address. The server still receives the name and
    /// must prove it.
    private func connect(to address: InternetAddress) {
        target = curl_slist_append(nil, "::\(address.isVersion6 ? "[\(address)]" : "\(address)"):")
        ccurl_set_pointer(easy, CURLOPT_CONNECT_TO, target)
    }

    private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t {
        guard let address else { return CURL_SOCKET_BAD }
        if case .direct(let checked) = request.route {
            // SAFETY: the address has the given length. IPv6 addresses are longer than the field's type, so copying the field would
            // truncate them.
            let field = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
            let real = InternetAddress(field.assumingMemoryBound(to: sockaddr.self), length: Int(address.pointee.addrlen))
            guard real == checked else {
                failure = TransferFailure(reason: .privateAddress)
                return CURL_SOCKET_BAD
            }
        }
        let descriptor = socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
        if descriptor < 0 {
            failure = TransferFailure(reason: .unreachable, detail: String(cString: strerror(errno)))
            return CURL_SOCKET_BAD
        }
        return descriptor
    }

    // MARK: Receiving

    private static func of(_ owner: UnsafeMutableRawPointer?) -> Transfer {
        // SAFETY: the pointer comes from `prepare()`; the thread retains the transfer until libcurl is done with it.
        Unmanaged<Transfer>.fromOpaque(owner!).takeUnretainedValue()
    }

    private func takeRaw(_ count: Int) {
        if !meter.take(rawBytes: count, at: .now), failure == nil { failure = TransferFailure(reason: .tooLarge(limit: request.limit)) }
    }

    private func takeHeadLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        // SAFETY: libcurl passes as many bytes as it says, for the duration of the call.
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        guard meter.takeHeadLine(bytes: count, isFirst: head == .awaited) else {
            failure = TransferFailure(reason: .unreachable, detail: localized("The header of the response is too long."))
            return 0
        }
        switch head {
        case .awaited:
            answer = TransferAnswer(status: ccurl_number(easy, CURLINFO_RESPONSE_CODE))
            head = .begun
        case .begun where count <= 2:
            return endHead() ? count : 0
        case .begun:
            answer.location = value(of: "location", in: line) ?? answer.location
            answer.retryAfter = value(of: "retry-after", in: line) ?? answer.retryAfter
        case .whole: break
        }
        return count
    }

    /// Returns the value of a header line, if it has this name.
    private func value(of name: String, in line: UnsafeRawBufferPointer) -> String? {
        guard line.count > name.utf8.count, line[name.utf8.count] == UInt8(ascii: ":"),
            zip(line, name.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return String(decoding: line.dropFirst(name.utf8.count + 1), as: UTF8.self).fieldValue
    }

    /// - Returns: Whether to read the rest.
    private func endHead() -> Bool {
        if answer.status < 200 {
            head = .awaited
            return true
        }
        head = .whole
        let length = announcedLength
        guard answer.status == 200 else {
            // A short rest is read, so that the connection can be reused.
            return length.map { $0 <= 16 << 10 } ?? false
        }
        if let length, length > request.limit {
            failure = TransferFailure(reason: .tooLarge(limit: request.limit))
            return false
        }
        // An announced length alone reserves little memory.
        answer.body.reserveCapacity(min(length ?? 0, 64 << 10))
        return true
    }

    private var announcedLength: Int? {
        let length = ccurl_announced_length(easy)
        return length >= 0 ? Int(length) : nil
    }

    private func takeBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard answer.status == 200 else { return count }
        guard count <= request.limit - answer.body.count else {
            failure = TransferFailure(reason: .tooLarge(limit: request.limit))
            return 0
        }
        guard makeRoom(for: answer.body.count + count) else {
            giveUpBody()
            return 0
        }
        // SAFETY: libcurl passes as many bytes as it says, for the duration of the call.
        answer.body += UnsafeRawBufferPointer(start: bytes, count: count)
        return count
    }

    /// Returns whether the transfer may go on. libcurl asks now and then.
    private func mayGoOn() -> Bool {
        if share.isGivenUp { giveUpBody() }
        return failure == nil
    }

    /// Reserves memory for the body, if the budget allows it.
    private func makeRoom(for count: Int) -> Bool {
        guard count > answer.body.capacity else { return failure == nil }
        let size = max(count, min(2 * answer.body.capacity, request.limit))
        guard failure == nil, share.note(size) else { return false }
        answer.body.reserveCapacity(size)
        return true
    }

    /// Releases the body, and fails: there isn't enough memory for all of them.
    private func giveUpBody() {
        answer.body = []
        failure = failure ?? TransferFailure(reason: .truncated)
    }
}
