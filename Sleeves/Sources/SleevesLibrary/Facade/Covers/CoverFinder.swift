internal import FoundationEssentials
internal import Localization
internal import SleevesNetworking

/// A search for an album's cover: in memory, on the disk, and among the user's own files; then, one step at a time, at the album's own
/// address, in the Cover Art Archive, and in MusicBrainz.
///
/// - Threading: May be used from any task. Reads and decodes on the calling task's thread, so don't use it on the main actor.
struct CoverFinder: Sendable {
    let persistency: PersistencyManager
    let client: HTTPClient
    var services: CoverServices
    let time: any Timekeeping
    let backoff: CoverBackoff
    /// Limits searches to one a second, across all processes of the user.
    private let gate: RateGate
    /// Limits searches at Discogs to one a second.
    private let discogsGate: RateGate
    /// Claims that keep other processes from fetching the same cover.
    private let claims: CoverClaims

    init(
        persistency: PersistencyManager,
        client: HTTPClient,
        services: CoverServices,
        time: any Timekeeping = SystemTime(),
        backoff: CoverBackoff = .system,
        gatePath: String? = nil
    ) {
        self.persistency = persistency
        self.client = client
        self.services = services
        self.time = time
        self.backoff = backoff
        // Slightly more than a second, because networks deliver some requests faster than others.
        gate = RateGate(interval: .milliseconds(1_050), time: time, path: gatePath)
        discogsGate = RateGate(interval: .milliseconds(1_050), time: time)
        claims = CoverClaims(libraryDirectory: persistency.libraryDirectory)
    }

    /// Performs the first step of a plan: searches the library, or asks a source.
    func step(_ plan: CoverPlan) async -> CoverStep {
        guard let sources = plan.sources else { return lookHere(plan) }
        guard let source = sources.first else { return conclude(plan) }
        return await ask(source.kind, plan)
    }

    /// Hosts whose names resolve if there is a network.
    var witnesses: [String] {
        [services.archive, services.musicBrainz].compactMap { $0.flatMap { WebLocation($0.base) } }.filter { !$0.isLocal }.map(\.host)
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
            return next(CoverPlan(id, size: size, sources: try sources(for: album), failures: failures))
        } catch {
            return .settled(.failed(String(describing: error)))
        }
    }

    private func sources(for album: AlbumRecord) throws -> [CoverSource] {
        var sources: [CoverSource] = []
        if let url = album.coverURL { sources.append(CoverSource(kind: .address(url), host: CoverHost(WebLocation(url), limit: 4))) }
        guard services.archive != nil else { return sources }
        let known = try persistency.musicBrainzEntities(of: album.id)
        sources += known.map(archive)
        let isNamed = album.title != AlbumGrouping.unknownAlbum && album.artist != AlbumGrouping.unknownArtist
        if known.isEmpty, isNamed, services.musicBrainz != nil {
            let kind = CoverSource.Kind.search(title: album.title, artist: album.artist)
            sources.append(CoverSource(kind: kind, host: CoverHost(services.musicBrainz, limit: 1)))
        }
        return sources
    }

    private func archive(_ entity: MusicBrainzEntity) -> CoverSource {
        CoverSource(kind: .archive(entity), host: CoverHost(services.archive, limit: 4))
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

    /// Asks the first source of a plan. Until the result is saved, no other process asks for the same album.
    private func ask(_ source: CoverSource.Kind, _ plan: CoverPlan) async -> CoverStep {
        let claim: CoverClaims.Claim?
        do { claim = try await claims.claim(plan.album) } catch { return CoverStep(outcome: .cancelled) }
        defer { claim?.release() }
        do {
            if let found = try foundElsewhere(plan) { return found }
            let body: FetchedBody
            switch source {
            case .address(let url):
                body = try await client.fetchBody(url, limit: byteLimit, reach: services.reachOfAddresses)
            case .archive(let entity):
                guard let archive = services.archive else { return next(plan.failing(LookupFailure(outcome: .absent))) }
                body = try await client.fetchBody(archive.frontCover(of: entity), limit: byteLimit, reach: archive.reach)
            case .search(let title, let artist):
                guard let found = try await musicBrainz?.releaseGroup(title: title, artist: artist) else {
                    return next(plan.failing(LookupFailure(outcome: .absent)), isAnswer: true)
                }
                return next(plan.leading(to: self.archive(.releaseGroup(found))), isAnswer: true)
            }
            defer { withExtendedLifetime(body) {} }
            let bytes = body.bytes
            if let type = PictureType(sniffing: bytes), !type.hasEnd(bytes) {
                throw CoverError.damaged(localized("The picture ends early."))
            }
            let image = try keep(bytes, for: plan.album, size: plan.size)
            return CoverStep(outcome: .settled(.present(image)), isAnswer: true)
        } catch is CancellationError {
            return CoverStep(outcome: .cancelled)
        } catch let error as HTTPClientError where error.reason != .shutDown {
            let failure = failure(error, from: source)
            if [.noNetwork, .unresolved].contains(error.reason) {
                return CoverStep(outcome: .unreachable(failure), isAnswer: error.isAnswer)
            }
            return next(plan.failing(failure), isAnswer: error.isAnswer)
        } catch CoverError.reader(.interrupted) {
            return CoverStep(outcome: .cancelled)
        } catch let error as CoverError {
            let reason = localized("{address} cannot be used. {reason}", ["address": name(of: source), "reason": error.description])
            return next(plan.failing(Self.failure(error, reason: reason)), isAnswer: true)
        } catch {
            // The disk failed, not the cover; or the program is closing.
            return .settled(.failed(String(describing: error)))
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

    /// Continues with the next source of a plan, or concludes the plan if there is none.
    private func next(_ plan: CoverPlan, isAnswer: Bool = false) -> CoverStep {
        plan.sources == [] ? conclude(plan, isAnswer: isAnswer) : CoverStep(outcome: .next(plan), isAnswer: isAnswer)
    }

    /// Saves the result of an unsuccessful search, so that it isn't repeated too early.
    private func conclude(_ plan: CoverPlan, isAnswer: Bool = false) -> CoverStep {
        // Without sources and failures, there is nothing to save.
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

    private func failure(_ error: HTTPClientError, from source: CoverSource.Kind) -> LookupFailure {
        if error.isAbsence {
            // An archive without the cover is normal; a list's address without the cover is worth reporting.
            if case .address = source { return LookupFailure(outcome: .absent, reason: error.description) }
            return LookupFailure(outcome: .absent)
        }
        return LookupFailure(
            outcome: error.isTemporary ? .temporary : .unusable,
            reason: error.description,
            retryAfter: error.retryAfter
        )
    }

    private func name(of source: CoverSource.Kind) -> String {
        switch source {
        case .address(let url): url
        case .archive(let entity): services.archive?.frontCover(of: entity) ?? ""
        case .search: services.musicBrainz?.base ?? ""
        }
    }

    /// MusicBrainz, unless the user doesn't use it.
    var musicBrainz: MusicBrainz? {
        services.musicBrainz.map { MusicBrainz(client: client, address: $0, gate: gate) }
    }

    /// Discogs, unless the user doesn't use it.
    var discogs: Discogs? {
        services.discogs.map { Discogs(client: client, address: $0.address, token: $0.token, gate: discogsGate) }
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

extension CoverHost {
    fileprivate init(_ location: WebLocation?, limit: Int) {
        self.init(name: location?.host ?? "", reach: location?.isLocal == false ? .network : .local, limit: limit)
    }

    fileprivate init(_ service: ServiceAddress?, limit: Int) {
        self.init(service.flatMap { WebLocation($0.base) }, limit: limit)
    }
}
