/// Where an album's cover is still to be looked for away from here, and what came of it so far.
struct CoverPlan: Sendable {
    let album: AlbumID
    var size: CoverSize
    /// The next one first; at least one, until the last has been asked.
    var sources: [CoverSource]
    var losses: [LookupFailure] = []

    init(_ album: AlbumID, size: CoverSize, sources: [CoverSource], losses: [LookupFailure]) {
        self.album = album
        self.size = size
        self.sources = sources
        self.losses = losses
    }

    /// The plan without its first source, which was asked in vain.
    func losing(_ loss: LookupFailure) -> CoverPlan {
        var rest = self
        rest.sources.removeFirst()
        rest.losses.append(loss)
        return rest
    }

    /// The plan with what its first source has led to instead of it.
    func leading(to source: CoverSource) -> CoverPlan {
        var rest = self
        rest.sources[0] = source
        return rest
    }
}

/// Somebody who may have a cover.
enum CoverSource: Sendable, Hashable {
    /// The album's own address.
    case address(String)
    /// The Cover Art Archive.
    case archive(MusicBrainzEntity)
    /// The Cover Art Archive, once MusicBrainz has said what the album is.
    case search(title: String, artist: String)
}

/// Why a source gave no cover.
struct LookupFailure: Sendable, Hashable {
    var outcome: CoverSearch.Outcome
    /// For the person; `nil` where the source just has none.
    var reason: String?
    /// How long it wants to be left alone, where it says so.
    var retryAfter: Duration?

    /// What several losses come to: what may pass is worth another try, and what was there and of no use is worth a word.
    static func sum(of losses: [LookupFailure]) -> LookupFailure {
        let outcomes = losses.map(\.outcome)
        let outcome: CoverSearch.Outcome =
            outcomes.contains(.temporary) ? .temporary : outcomes.contains(.unusable) ? .unusable : .absent
        let reasons = losses.compactMap(\.reason)
        return LookupFailure(
            outcome: outcome,
            reason: reasons.isEmpty ? nil : reasons.joined(separator: " "),
            retryAfter: losses.compactMap(\.retryAfter).max()
        )
    }
}
