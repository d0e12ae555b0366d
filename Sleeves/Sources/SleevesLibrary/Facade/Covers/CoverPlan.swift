/// The remaining sources of a search for an album's cover, and the failures so far.
struct CoverPlan: Sendable, Hashable {
    let album: AlbumID
    var size: CoverSize
    /// The remaining sources, the next one first; `nil` if the search begins in the library. When none is left, the failures are summed up
    /// and saved.
    var sources: [CoverSource]?
    var failures: [LookupFailure]

    /// Creates a plan that begins in the library. What the library knows about the album leads to the other sources.
    init(_ album: AlbumID, size: CoverSize, sources: [CoverSource]? = nil, failures: [LookupFailure] = []) {
        self.album = album
        self.size = size
        self.sources = sources
        self.failures = failures
    }

    /// The host of the next step.
    var host: CoverHost { sources?.first?.host ?? .library }

    /// The state of the cover if no further source may be asked.
    var stateSoFar: CoverState {
        failures.isEmpty ? .missing : .failed(LookupFailure.sum(of: failures).reason ?? "")
    }

    /// Returns the plan without its first source, which has no usable cover.
    func failing(_ failure: LookupFailure) -> CoverPlan {
        var rest = self
        rest.sources?.removeFirst()
        rest.failures.append(failure)
        return rest
    }

    /// Returns the plan with its first source replaced by the one that it has named.
    func leading(to source: CoverSource) -> CoverPlan {
        var rest = self
        rest.sources?[0] = source
        return rest
    }
}

/// A source that may have a cover.
struct CoverSource: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The album's own address.
        case address(String)
        /// The Cover Art Archive.
        case archive(MusicBrainzEntity)
        /// MusicBrainz, which knows the album's identifier in the Cover Art Archive.
        case search(title: String, artist: String)
    }

    var kind: Kind
    var host: CoverHost
}

/// The host of a source. Each has a line of its own in the ``CoverQueue``.
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

/// The result of one step of a plan.
struct CoverStep: Sendable {
    package enum Outcome: Sendable {
        /// The search has ended. A temporary failure can be retried after a while.
        case settled(CoverState, retryIn: Duration? = nil)
        /// The search continues with this plan's first source.
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
