internal import SleevesNetworking

/// The remaining requests of a search for an album's cover, and the failures so far.
struct CoverPlan: Sendable, Hashable {
    let album: AlbumID
    var size: CoverSize
    /// The remaining requests, the next one first; `nil` if the search begins in the library. When none is left, the failures are summed up
    /// and saved.
    var requests: [CoverRequest]?
    var failures: [LookupFailure]

    /// Creates a plan that begins in the library. What the library knows about the album leads to requests.
    init(_ album: AlbumID, size: CoverSize, requests: [CoverRequest]? = nil, failures: [LookupFailure] = []) {
        self.album = album
        self.size = size
        self.requests = requests
        self.failures = failures
    }

    /// The host of the next step.
    var host: CoverHost { requests?.first?.host ?? .library }

    /// The state of the cover if no further request may be made.
    var stateSoFar: CoverState {
        failures.isEmpty ? .missing : .failed(LookupFailure.sum(of: failures).reason ?? "")
    }

    /// Returns the plan without its first request, which has led to no usable cover.
    func failing(_ failure: LookupFailure) -> CoverPlan {
        var rest = self
        rest.requests?.removeFirst()
        rest.failures.append(failure)
        return rest
    }

    /// Returns the plan with its first request replaced by the one to which it has led.
    func leading(to request: CoverRequest) -> CoverPlan {
        var rest = self
        rest.requests?[0] = request
        return rest
    }
}

/// A request to a source that may have a cover.
struct CoverRequest: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// The picture at an address.
        case picture(String)
        /// A search for the album, which leads to another request.
        case search(title: String, artist: String)
    }

    let kind: Kind
    let host: CoverHost
    /// The source, by its place in ``OnlineSources/covers``. The finder sets it.
    var source = 0

    /// Creates the request for a picture.
    static func picture(_ address: String) -> CoverRequest {
        CoverRequest(kind: .picture(address), host: CoverHost(address, limit: 4))
    }

    /// Returns the request as one to a source.
    func to(_ source: Int) -> CoverRequest {
        var request = self
        request.source = source
        return request
    }
}

/// The host of a request. Each has a line of its own in the ``CoverQueue``.
struct CoverHost: Hashable, Sendable {
    enum Reach: Hashable, Sendable {
        /// This library, in this process.
        case library
        /// This machine or its local network.
        case local
        /// The internet.
        case network
    }

    var name: String
    var reach: Reach
    /// The maximum number of concurrent requests.
    var limit: Int

    static let library = CoverHost(name: "", reach: .library, limit: 4)
}

extension CoverHost {
    /// Creates the host of an address.
    init(_ address: String, limit: Int) {
        let location = WebLocation(address)
        self.init(name: location?.host ?? "", reach: location?.isLocal == false ? .network : .local, limit: limit)
    }
}

/// The result of one step of a plan.
struct CoverStep: Sendable {
    package enum Outcome: Sendable {
        /// The search has ended. A temporary failure can be retried after a while.
        case settled(CoverState, retryIn: Duration? = nil)
        /// The search continues with this plan's first request.
        case next(CoverPlan)
        /// The source's host is unreachable: either the host or the network has failed.
        case unreachable(LookupFailure)
        /// The search was cancelled, because no view wants the cover any more.
        case cancelled
    }

    var outcome: Outcome
    /// Whether a host has responded, even with an error.
    var isAnswer = false

    static func settled(_ state: CoverState, retryIn: Duration? = nil) -> CoverStep {
        CoverStep(outcome: .settled(state, retryIn: retryIn))
    }
}

/// A source's reason for not providing a cover.
struct LookupFailure: Sendable, Hashable {
    var outcome: CoverSearch.Outcome
    /// The reason, for the user; `nil` if the source simply has no cover.
    var reason: String?
    /// The delay that the source demands before the next request, if any.
    var retryAfter: Duration?

    /// Returns the sum of several failures: a temporary one leads to a retry, and an unusable picture is reported.
    static func sum(of failures: [LookupFailure]) -> LookupFailure {
        let outcomes = failures.map(\.outcome)
        let outcome: CoverSearch.Outcome =
            outcomes.contains(.temporary) ? .temporary : outcomes.contains(.unusable) ? .unusable : .absent
        let reasons = failures.compactMap(\.reason)
        return LookupFailure(
            outcome: outcome,
            reason: reasons.isEmpty ? nil : reasons.joined(separator: " "),
            retryAfter: failures.compactMap(\.retryAfter).max()
        )
    }
}
