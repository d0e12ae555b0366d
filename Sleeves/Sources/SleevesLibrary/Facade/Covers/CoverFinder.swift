internal import FoundationEssentials
internal import Localization
internal import SleevesNetworking

/// A search for an album's cover: in memory, on the disk, and among the user's own files; then, one step at a time, in the sources on the
/// network.
///
/// - Threading: May be used from any task. Reads and decodes on the calling task's thread, so don't use it on the main actor.
struct CoverFinder: Sendable {
    let persistency: PersistencyManager
    var access: ServiceAccess
    let time: any Timekeeping
    let backoff: CoverBackoff
    /// Claims that keep other processes from fetching the same cover.
    private let claims: CoverClaims

    init(
        persistency: PersistencyManager, access: ServiceAccess, time: any Timekeeping = SystemTime(), backoff: CoverBackoff = .system
    ) {
        self.persistency = persistency
        self.access = access
        self.time = time
        self.backoff = backoff
        claims = CoverClaims(libraryDirectory: persistency.libraryDirectory)
    }

    /// Performs the first step of a plan: searches the library, or asks a source.
    func step(_ plan: CoverPlan) async -> CoverStep {
        guard let requests = plan.requests else { return lookHere(plan) }
        guard let request = requests.first else { return conclude(plan) }
        return await perform(request, of: plan)
    }

    // MARK: The library

    /// Searches the library and the user's files; otherwise plans which sources to ask.
    func lookHere(_ plan: CoverPlan) -> CoverStep {
        let (id, size) = (plan.album, plan.size)
        do {
            guard let album = try persistency.album(id) else { return .settled(.missing) }
            if let chosen = album.chosenCover, let image = try chosenImage(chosen, size: size) { return .settled(.present(image)) }
            if let digest = album.cover.digest, let kept = persistency.covers.load(digest, size: size) {
                return .settled(.present(kept.isSmaller ? enlarged(digest, of: album, size: size) ?? kept.image : kept.image))
            }
            var failures: [LookupFailure] = []
            if let local = album.localCover {
                do {
                    let bytes = try local.read(limit: byteLimit, by: persistency.reader)
                    // The other sizes can be made later, as the original stays.
                    return .settled(.present(try keep(bytes, in: [size], for: id, size: size)))
                } catch let error as PersistencyError {
                    throw error
                } catch {
                    failures.append(Self.failure(error, reason: String(describing: error)))
                }
            }
            if let earlier = try persistency.coverSearch(of: id), earlier.counts(at: time.date) {
                return result(of: earlier)
            }
            return next(CoverPlan(id, size: size, requests: try requests(for: album), failures: failures))
        } catch {
            return .settled(.failed(String(describing: error)))
        }
    }

    private func requests(for album: AlbumRecord) throws -> [CoverRequest] {
        let isNamed = album.title != AlbumGrouping.unknownAlbum && album.artist != AlbumGrouping.unknownArtist
        let sought = SoughtAlbum(
            address: album.coverURL, names: isNamed ? (album.title, album.artist) : nil,
            entities: try persistency.musicBrainzEntities(of: album.id))
        return OnlineSources.covers.indices.flatMap { index in
            OnlineSources.covers[index].init(access)?.requests(for: sought).map { $0.to(index) } ?? []
        }
    }

    /// Returns the cover that the user has chosen; `nil` if it is lost.
    private func chosenImage(_ digest: CoverDigest, size: CoverSize) throws -> CoverImage? {
        let kept = persistency.covers.load(digest, size: size)
        if let kept, !kept.isSmaller { return kept.image }
        guard let bytes = persistency.chosenCovers.bytes(of: digest) else { return kept?.image }
        return try persistency.covers.keep(bytes, in: [size], showing: size).image
    }

    /// Returns the cover from its original file, in a larger size than the stored one; `nil` if the file is gone or has another picture
    /// now.
    private func enlarged(_ digest: CoverDigest, of album: AlbumRecord, size: CoverSize) -> CoverImage? {
        guard let bytes = try? album.localCover?.read(limit: byteLimit, by: persistency.reader), CoverDigest(of: bytes) == digest else {
            return nil
        }
        return try? persistency.covers.keep(bytes, in: [size], showing: size).image
    }

    // MARK: Sources

    /// Performs the first request of a plan. Until the result is saved, no other process asks for the same album.
    private func perform(_ request: CoverRequest, of plan: CoverPlan) async -> CoverStep {
        // The search begins again without a source that the user doesn't use any more.
        guard let source = OnlineSources.covers[request.source].init(access) else { return CoverStep(outcome: .cancelled) }
        let claim: CoverClaims.Claim?
        do { claim = try await claims.claim(plan.album) } catch { return CoverStep(outcome: .cancelled) }
        defer { claim?.release() }
        do {
            if let found = try foundElsewhere(plan) { return found }
            switch request.kind {
            case .picture(let address):
                let image = try await fetch(address, from: source, for: plan)
                return CoverStep(outcome: .settled(.present(image)), isAnswer: true)
            case .search(let title, let artist):
                guard let found = try await source.request(title: title, artist: artist) else {
                    return next(plan.failing(LookupFailure(outcome: .absent)), isAnswer: true)
                }
                return next(plan.leading(to: found.to(request.source)), isAnswer: true)
            }
        } catch is CancellationError {
            return CoverStep(outcome: .cancelled)
        } catch let error as HTTPClientError where error.reason != .shutDown {
            let failure = Self.failure(error, reportsAbsence: type(of: source).reportsAbsence)
            if [.noNetwork, .unresolved].contains(error.reason) {
                return CoverStep(outcome: .unreachable(failure), isAnswer: error.isAnswer)
            }
            return next(plan.failing(failure), isAnswer: error.isAnswer)
        } catch let error as UnusablePicture {
            return next(plan.failing(Self.failure(error.problem, reason: error.description)), isAnswer: true)
        } catch {
            // The disk failed, not the cover; or the program is closing.
            return .settled(.failed(String(describing: error)))
        }
    }

    /// Fetches and stores a picture.
    private func fetch(_ address: String, from source: any CoverSource, for plan: CoverPlan) async throws -> CoverImage {
        let body = try await access.client.fetchBody(address, limit: byteLimit, reach: source.reach)
        defer { withExtendedLifetime(body) {} }
        let bytes = body.bytes
        do {
            if let type = PictureType(sniffing: bytes), !type.hasEnd(bytes) {
                throw CoverError.damaged(localized("The picture ends early."))
            }
            return try keep(bytes, for: plan.album, size: plan.size)
        } catch CoverError.reader(.interrupted) {
            throw CancellationError()
        } catch let error as CoverError {
            throw UnusablePicture(address: address, problem: error)
        }
    }

    /// Returns what another process has found out about a cover since the library was searched.
    private func foundElsewhere(_ plan: CoverPlan) throws -> CoverStep? {
        guard let album = try persistency.album(plan.album) else { return .settled(.missing) }
        if let digest = album.cover.digest, let kept = persistency.covers.load(digest, size: plan.size) {
            return .settled(.present(kept.image))
        }
        return try persistency.coverSearch(of: plan.album).flatMap { $0.counts(at: time.date) ? result(of: $0) : nil }
    }

    /// Continues with the next request of a plan, or concludes the plan if there is none.
    private func next(_ plan: CoverPlan, isAnswer: Bool = false) -> CoverStep {
        plan.requests == [] ? conclude(plan, isAnswer: isAnswer) : CoverStep(outcome: .next(plan), isAnswer: isAnswer)
    }

    /// Saves the result of an unsuccessful search, so that it isn't repeated too early.
    private func conclude(_ plan: CoverPlan, isAnswer: Bool = false) -> CoverStep {
        // Without requests and failures, there is nothing to save.
        guard !plan.failures.isEmpty else { return .settled(.missing) }
        let sum = LookupFailure.sum(of: plan.failures)
        var step = CoverStep.settled(.missing)
        do {
            let noted = try persistency.noteCoverSearch(
                of: plan.album,
                outcome: sum.outcome,
                reason: sum.reason,
                retryAfter: sum.retryAfter,
                at: time.date,
                backoff: backoff
            )
            if let noted { step = result(of: noted) }
        } catch {
            // If this can't be saved, the only consequence is another search next time.
            step = .settled(.failed(sum.reason ?? String(describing: error)))
        }
        step.isAnswer = isAnswer
        return step
    }

    private func result(of search: CoverSearch) -> CoverStep {
        guard let reason = search.reason else { return .settled(.missing) }
        let wait = Duration.seconds(search.next.timeIntervalSince(time.date))
        return .settled(.failed(reason), retryIn: search.outcome == .temporary ? wait : nil)
    }

    private static func failure(_ error: HTTPClientError, reportsAbsence: Bool) -> LookupFailure {
        if error.isAbsence { return LookupFailure(outcome: .absent, reason: reportsAbsence ? error.description : nil) }
        return LookupFailure(
            outcome: error.isTemporary ? .temporary : .unusable,
            reason: error.description,
            retryAfter: error.retryAfter
        )
    }

    // MARK: Storing

    /// Stores a picture on the disk, and saves in the library that the album has it.
    private func keep(
        _ bytes: [UInt8], in sizes: Set<CoverSize> = CoverStore.usualSizes, for id: AlbumID, size: CoverSize
    ) throws -> CoverImage {
        let kept = try persistency.covers.keep(bytes, in: sizes, showing: size)
        try persistency.noteCoverFound(kept.digest, longestSide: PictureHeader.longestSide(of: bytes), for: id)
        return kept.image
    }

    /// Returns the failure of a picture. A reader's own failure is temporary.
    private static func failure(_ error: any Error, reason: String) -> LookupFailure {
        let isPassing =
            switch error {
            case let error as LocalCoverError: error.passing != nil
            case CoverError.reader(let failure): failure.isPassing
            default: false
            }
        return LookupFailure(outcome: isPassing ? .temporary : .unusable, reason: reason)
    }

    private var byteLimit: Int { persistency.covers.decoder.byteLimit }
}

/// The problem of a picture that a source has sent.
private struct UnusablePicture: Error, CustomStringConvertible {
    let address: String
    let problem: CoverError

    var description: String {
        localized("{address} cannot be used. {reason}", ["address": address, "reason": problem.description])
    }
}
