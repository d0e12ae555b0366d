internal import FoundationEssentials
internal import Localization
internal import SleevesNetworking

/// Looks for an album's cover where it may be: in memory, on the disk, among the person's own files; and then, a step at a time, at the album's
/// own address, in the Cover Art Archive, and by a search in MusicBrainz.
///
/// - Threading: May be used from any task. Reads and decodes on the calling task's thread, so not on the main actor.
struct CoverFinder: Sendable {
    let persistency: PersistencyManager
    let client: HTTPClient
    let services: CoverServices
    let time: any Timekeeping
    let backoff: CoverBackoff
    /// At most one search a second, by whatever process of the person.
    private let gate: RateGate
    /// What no other process may fetch at the same time.
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
        // A little more than the second, because networks bring some requests sooner than others.
        gate = RateGate(interval: .milliseconds(1_050), time: time, path: gatePath)
        claims = CoverClaims(libraryDirectory: persistency.libraryDirectory)
    }

    /// What came of a search.
    enum Outcome: Sendable, Equatable {
        case found(CoverImage)
        /// Nobody has one.
        case none
        /// With the reason, and how long until it may go better, where it may.
        case failed(String, retryIn: Duration? = nil)
    }

    /// What came of looking here.
    enum HereOutcome: Sendable {
        case settled(Outcome)
        case away(CoverPlan)
    }

    /// What came of asking one source.
    struct Step: Sendable {
        var outcome: StepOutcome
        /// Whether somebody has answered, well or badly.
        var isAnswer: Bool
    }

    /// What is to be done now.
    enum StepOutcome: Sendable {
        case settled(Outcome)
        /// There is another to ask.
        case onward(CoverPlan)
        /// Nobody was asked, because there is no way to anybody, as far as this one tells.
        case noNetwork(LookupFailure)
        /// Nobody wants it any more.
        case cancelled
    }

    // MARK: Here

    /// Looks in the library and among the person's files, and says who else is to be asked.
    func findHere(_ id: AlbumID, size: CoverSize) -> HereOutcome {
        do {
            guard let album = try persistency.album(id) else { return .settled(.none) }
            if let chosen = album.chosenCover, let image = try chosenImage(chosen, size: size) { return .settled(.found(image)) }
            if let digest = album.cover.digest, let kept = persistency.covers.load(digest, size: size) {
                return .settled(.found(kept.isSmaller ? enlarged(digest, of: album, size: size) ?? kept.image : kept.image))
            }
            var losses: [LookupFailure] = []
            if let local = album.localCover {
                do {
                    return .settled(.found(try keep(try local.read(limit: byteLimit, by: persistency.reader), for: id, size: size)))
                } catch let error as PersistencyError {
                    throw error
                } catch {
                    losses.append(LookupFailure(outcome: Self.isPassing(error) ? .temporary : .unusable, reason: String(describing: error)))
                }
            }
            if let earlier = try persistency.coverSearch(of: id), earlier.counts(at: time.date) {
                return .settled(outcome(of: earlier))
            }
            let plan = CoverPlan(id, size: size, sources: try sources(for: album), losses: losses)
            return plan.sources.isEmpty ? .settled(settle(plan)) : .away(plan)
        } catch {
            return .settled(.failed(String(describing: error)))
        }
    }

    private func sources(for album: StoredAlbum) throws -> [CoverSource] {
        var sources: [CoverSource] = []
        if let url = album.coverURL { sources.append(.address(url)) }
        guard services.archive != nil else { return sources }
        let known = try persistency.musicBrainzEntities(of: album.id)
        sources += known.map(CoverSource.archive)
        let isNamed = album.title != AlbumGrouping.unknownAlbum && album.artist != AlbumGrouping.unknownArtist
        if known.isEmpty, isNamed, services.musicBrainz != nil {
            sources.append(.search(title: album.title, artist: album.artist))
        }
        return sources
    }

    /// The cover that the person has chosen; `nil` where it is lost.
    private func chosenImage(_ digest: CoverDigest, size: CoverSize) throws -> CoverImage? {
        let kept = persistency.covers.load(digest, size: size)
        if let kept, !kept.isSmaller { return kept.image }
        guard let bytes = persistency.chosenCovers.bytes(of: digest) else { return kept?.image }
        return try persistency.covers.keep(bytes, in: [size], showing: size).image
    }

    /// The cover in a larger size than is kept, from the file that it came from; `nil` where that is gone or has another picture now.
    private func enlarged(_ digest: CoverDigest, of album: StoredAlbum, size: CoverSize) -> CoverImage? {
        guard let bytes = try? album.localCover?.read(limit: byteLimit, by: persistency.reader), CoverDigest(of: bytes) == digest else {
            return nil
        }
        return try? persistency.covers.keep(bytes, in: [size], showing: size).image
    }

    // MARK: Away

    /// Asks the first source of a plan. No other process asks for the album meanwhile, nor before what was found out is noted.
    func step(_ plan: CoverPlan) async -> Step {
        let claim: CoverClaims.Claim?
        do { claim = try await claims.claim(plan.album) } catch { return Step(outcome: .cancelled, isAnswer: false) }
        defer { claim?.release() }
        return await ask(plan)
    }

    private func ask(_ plan: CoverPlan) async -> Step {
        let source = plan.sources[0]
        do {
            if let outcome = try settledElsewhere(plan) { return Step(outcome: .settled(outcome), isAnswer: false) }
            let bytes: [UInt8]
            switch source {
            case .address(let url):
                bytes = try await client.fetch(url, limit: byteLimit, reach: services.reachOfAddresses)
            case .archive(let entity):
                guard let archive else { return Step(outcome: next(plan.losing(LookupFailure(outcome: .absent))), isAnswer: false) }
                bytes = try await archive.frontCover(of: entity, limit: byteLimit)
            case .search(let title, let artist):
                guard let found = try await musicBrainz?.releaseGroup(title: title, artist: artist) else {
                    return Step(outcome: next(plan.losing(LookupFailure(outcome: .absent))), isAnswer: true)
                }
                return Step(outcome: .onward(plan.leading(to: .archive(.releaseGroup(found)))), isAnswer: true)
            }
            if let type = PictureType(sniffing: bytes), !type.hasEnd(bytes) { throw CoverError.damaged("it ends early") }
            return Step(outcome: .settled(.found(try keep(bytes, for: plan.album, size: plan.size))), isAnswer: true)
        } catch is CancellationError {
            return Step(outcome: .cancelled, isAnswer: false)
        } catch let error as HTTPClientError where error.reason != .shutDown {
            let loss = loss(error, from: source)
            return Step(outcome: error.reason == .noNetwork ? .noNetwork(loss) : next(plan.losing(loss)), isAnswer: error.isAnswer)
        } catch CoverError.reader(.interrupted) {
            return Step(outcome: .cancelled, isAnswer: false)
        } catch let error as CoverError {
            let reason = localized("{address} cannot be used. {reason}", ["address": name(of: source), "reason": error.description])
            let loss = LookupFailure(outcome: Self.isPassing(error) ? .temporary : .unusable, reason: reason)
            return Step(outcome: next(plan.losing(loss)), isAnswer: true)
        } catch {
            // The disk's fault, not the cover's; or the program is closing.
            return Step(outcome: .settled(.failed(String(describing: error))), isAnswer: false)
        }
    }

    /// What another process has found out about a cover since it was looked for here.
    private func settledElsewhere(_ plan: CoverPlan) throws -> Outcome? {
        guard let album = try persistency.album(plan.album) else { return Outcome.none }
        if let digest = album.cover.digest, let kept = persistency.covers.load(digest, size: plan.size) { return .found(kept.image) }
        return try persistency.coverSearch(of: plan.album).flatMap { $0.counts(at: time.date) ? outcome(of: $0) : nil }
    }

    /// Hosts whose addresses are known where there is a network.
    var witnesses: [String] {
        [services.archive, services.musicBrainz].compactMap { $0.flatMap { WebLocation($0.base) } }.filter { !$0.isLocal }.map(\.host)
    }

    /// What is to be done with a plan whose first source was asked in vain.
    func next(_ plan: CoverPlan) -> StepOutcome {
        plan.sources.isEmpty ? .settled(settle(plan)) : .onward(plan)
    }

    /// The host that a plan's next source is at.
    func host(of source: CoverSource) -> CoverQueue.Host {
        switch source {
        case .address(let url):
            let location = WebLocation(url)
            return CoverQueue.Host(name: location?.host ?? "", isLocal: location?.isLocal ?? true, limit: 4)
        case .archive:
            return CoverQueue.Host(services.archive, limit: 4)
        case .search:
            return CoverQueue.Host(services.musicBrainz, limit: 1)
        }
    }

    private func settle(_ plan: CoverPlan) -> Outcome {
        let sum = LookupFailure.sum(of: plan.losses)
        // With nobody to ask and nothing gone wrong there is nothing to remember.
        guard !plan.losses.isEmpty else { return .none }
        do {
            let noted = try persistency.noteCoverSearch(
                of: plan.album,
                outcome: sum.outcome,
                reason: sum.reason,
                retryAfter: sum.retryAfter,
                at: time.date,
                backoff: backoff
            )
            return noted.map(outcome) ?? .none
        } catch {
            // If this cannot be noted, the cover is looked for again next time: no more than that is lost.
            return .failed(sum.reason ?? String(describing: error))
        }
    }

    private func outcome(of search: CoverSearch) -> Outcome {
        guard let reason = search.reason else { return .none }
        let wait = Duration.seconds(search.next.timeIntervalSince(time.date))
        return .failed(reason, retryIn: search.outcome == .temporary ? wait : nil)
    }

    private func loss(_ error: HTTPClientError, from source: CoverSource) -> LookupFailure {
        if error.isAbsence {
            // An archive that has none is no news; an address that a list has promised is.
            if case .address = source { return LookupFailure(outcome: .absent, reason: error.description) }
            return LookupFailure(outcome: .absent)
        }
        return LookupFailure(
            outcome: error.isTemporary ? .temporary : .unusable,
            reason: error.description,
            retryAfter: error.retryAfter
        )
    }

    private func name(of source: CoverSource) -> String {
        switch source {
        case .address(let url): url
        case .archive(let entity): archive?.url(of: entity) ?? ""
        case .search: services.musicBrainz?.base ?? ""
        }
    }

    private var archive: CoverArtArchive? {
        services.archive.map { CoverArtArchive(client: client, address: $0) }
    }

    private var musicBrainz: MusicBrainz? {
        services.musicBrainz.map { MusicBrainz(client: client, address: $0, gate: gate) }
    }

    // MARK: Keeping

    /// Keeps a picture on the disk, and notes in the library that the album has it.
    private func keep(_ bytes: [UInt8], for id: AlbumID, size: CoverSize) throws -> CoverImage {
        let kept = try persistency.covers.keep(bytes, showing: size)
        try persistency.noteCoverFound(kept.digest, for: id)
        return kept.image
    }

    /// Whether an error is the reader's, and not the picture's.
    private static func isPassing(_ error: any Error) -> Bool {
        switch error {
        case let error as LocalCoverError: error.passing != nil
        case CoverError.reader(let failure): failure.isPassing
        default: false
        }
    }

    private var byteLimit: Int { persistency.covers.decoder.byteLimit }
}
