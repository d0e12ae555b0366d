/// Where an album's cover is still to be looked for, and what has failed so far.
struct CoverPlan: Sendable, Hashable {
    let album: AlbumID
    var size: CoverSize
    /// The next one first. With none left, the failures are summed up and noted.
    var sources: [CoverSource]
    var failures: [LookupFailure]

    /// A plan that begins in the library. What the library knows of the album leads to the other sources.
    init(_ album: AlbumID, size: CoverSize, sources: [CoverSource] = [.library], failures: [LookupFailure] = []) {
        self.album = album
        self.size = size
        self.sources = sources
        self.failures = failures
    }

    /// Where the next step takes place.
    var host: CoverHost { sources.first?.host ?? .library }

    /// The plan without its first source, which has no usable cover.
    func failing(_ failure: LookupFailure) -> CoverPlan {
        var rest = self
        rest.sources.removeFirst()
        rest.failures.append(failure)
        return rest
    }

    /// The plan with the source that its first one has named instead of that.
    func leading(to source: CoverSource) -> CoverPlan {
        var rest = self
        rest.sources[0] = source
        return rest
    }
}

/// A place that may have a cover.
struct CoverSource: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        /// Memory, disk, and the person's own files.
        case library
        /// The album's own address.
        case address(String)
        /// The Cover Art Archive.
        case archive(MusicBrainzEntity)
        /// MusicBrainz, which says under which identifier the Cover Art Archive has the album.
        case search(title: String, artist: String)
    }

    var kind: Kind
    var host: CoverHost

    static let library = CoverSource(kind: .library, host: .library)
}

/// The machine that a source is on. Each has a line of its own in the ``CoverQueue``.
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
    /// How many requests it may have at once.
    var limit: Int

    static let library = CoverHost(name: "", reach: .library, limit: 4)
}

/// What one step of a plan came to.
struct CoverStep: Sendable {
    enum Outcome: Sendable {
        /// The search has ended. A failure that may pass can be retried after a while.
        case settled(CoverState, retryIn: Duration? = nil)
        /// The search goes on with this plan's first source.
        case next(CoverPlan)
        /// There is no way to the source's host: its own failure, or the network's.
        case unreachable(LookupFailure)
        /// The search was stopped, because nobody wants the cover any more.
        case cancelled
    }

    var outcome: Outcome
    /// Whether a host has answered, well or badly.
    var isAnswer = false

    static func settled(_ state: CoverState, retryIn: Duration? = nil) -> CoverStep {
        CoverStep(outcome: .settled(state, retryIn: retryIn))
    }
}

/// Why a source gave no cover.
struct LookupFailure: Sendable, Hashable {
    var outcome: CoverSearch.Outcome
    /// For the person; `nil` where the source just has none.
    var reason: String?
    /// How long the source wants to be left alone, where it says so.
    var retryAfter: Duration?

    /// What several failures amount to: one that may pass is worth a retry, and an unusable picture is worth a word.
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
