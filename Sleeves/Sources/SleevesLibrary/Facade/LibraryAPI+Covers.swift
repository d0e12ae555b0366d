internal import Heed
public import SleevesNetworking

extension LibraryAPI {
    /// Whether there is a network. Code that knows more than the library finds out can set it here.
    public var network: NetworkStatus { covers.network }

    /// The services that covers come from, and whether they may be asked at all. A change applies to covers that views want, too: searches
    /// that are no longer allowed end, and are repeated as soon as they are allowed.
    public var coverServices: CoverServices {
        get { covers.services }
        set { covers.services = newValue }
    }

    /// Returns an album's cover in the largest size that there is, for a page or a whole screen: read or made from the original, if that is
    /// among the user's files. `nil` without a cover in the library. Nothing is fetched.
    public func largeCover(of id: AlbumID) async -> CoverImage? {
        await covers.largeImage(of: id)
    }

    /// Returns the path of a JPEG of an album's cover for other programs, about as large as a desktop shows covers; `nil` without one.
    @concurrent
    public func coverFile(of id: AlbumID) async throws(PersistencyError) -> String? {
        guard let digest = try persistency.album(id)?.shownCover.digest else { return nil }
        return persistency.covers.file(for: digest, size: .double)
    }

    /// Fetches all missing covers, by posting the same messages as views.
    ///
    /// Skips covers that were recently found not to exist; retries those that failed temporarily. Fetched covers stay if this is
    /// interrupted.
    ///
    /// - Parameters:
    ///   - retrying: Whether to request also covers that were recently found not to exist or to be unusable.
    ///   - progress: Called after each cover, on an arbitrary thread.
    /// - Throws: A ``PersistencyError``. Doesn't throw if the task is cancelled: the report says how far it got.
    public func fetchCovers(
        retrying: Bool = false,
        progress: @escaping @Sendable (CoverProgress) -> Void = { _ in }
    ) async throws -> CoverReport {
        try persistency.allowCoverSearches(after: retrying ? Set(CoverSearch.Outcome.allCases) : [.temporary])
        var ids: [AlbumID] = []
        while case let page = try persistency.coversToSeek(after: ids.last?.rawValue ?? "", limit: 1_000, at: covers.date), !page.isEmpty {
            ids += page
        }
        return await seekCovers(of: ids, progress: progress)
    }

    /// Fetches the missing covers of albums that the user has chosen, as one change that can be undone. Undo forgets the covers, and they
    /// aren't fetched again for a month, unless the user asks for it.
    ///
    /// Also requests covers that were recently found not to exist or to be unusable. Fetched covers stay if this is interrupted, and can be
    /// undone.
    ///
    /// - Parameters:
    ///   - ids: The albums. Those that have a cover or aren't in the library are skipped.
    ///   - progress: Called after each cover, on an arbitrary thread.
    /// - Returns: The report, and the change; `nil` if no new cover was found. Covers from the user's own files aren't part of it.
    /// - Throws: A ``PersistencyError``. Doesn't throw if the task is cancelled: the report says how far it got.
    public func fetchCovers(
        of ids: [AlbumID],
        progress: @escaping @Sendable (CoverProgress) -> Void = { _ in }
    ) async throws -> (report: CoverReport, change: LibraryChange?) {
        let missing = try persistency.missingCovers(of: ids)
        try persistency.allowCoverSearches(of: missing.map(\.album))
        let report = await seekCovers(of: missing.map(\.album), progress: progress)
        let new = missing.filter { !$0.isLost }.map(\.album)
        return (report, try await history.perform { try $0.recordFetching(of: new) })
    }

    func seekCovers(of ids: [AlbumID], progress: @escaping @Sendable (CoverProgress) -> Void) async -> CoverReport {
        var report = CoverReport()
        report.sought = ids.count
        var (done, next) = (0, ids.makeIterator())
        await withTaskGroup(of: (String, CoverState).self) { group in
            func startOne() {
                guard !Task.isCancelled, let id = next.next() else { return }
                let outcome = covers.expectingRequests { requestCover(of: id) }
                group.addTask { await outcome() }
            }
            covers.expectingRequests {
                for _ in 0..<Self.coversAtOnce { startOne() }
            }
            while let (album, state) = await group.next() {
                if Task.isCancelled, state == .loading || state == .wanted { continue }
                report.take(state, of: album)
                done += 1
                progress(CoverProgress(done: done, count: ids.count))
                startOne()
            }
        }
        return report
    }

    /// The number of concurrent requests: enough to keep the queue busy despite slow hosts.
    private static let coversAtOnce = 256

    /// Requests a cover as a view does.
    ///
    /// - Returns: A closure that waits until the cover is settled, and dismisses it.
    private func requestCover(of id: AlbumID) -> @Sendable () async -> (album: String, state: CoverState) {
        let album: Album
        do {
            guard let found = try self.album(id) else { return { ("", .missing) } }
            album = found
        } catch {
            return { (id.rawValue, .failed(error.description)) }
        }
        let states = album.cover.values(of: \.state, buffering: .buffered(8))
        hub.post(CoverRequested(album: id), from: self)
        return { [self] in
            defer {
                // Holds the album until here, because only albums in use get their covers.
                withExtendedLifetime(album) {}
                hub.post(CoverDismissed(album: id), from: self)
            }
            var isFirst = true
            for await state in states {
                // A view may show the result of an earlier search, which is now repeated.
                let isEarlier = isFirst && state.isVain
                isFirst = false
                if !isEarlier, state != .unknown, state != .loading { return (album.heading, state) }
            }
            return (album.heading, .loading)
        }
    }
}

extension CoverState {
    /// Whether a search has ended without a cover.
    fileprivate var isVain: Bool {
        switch self {
        case .missing, .failed: true
        case .unknown, .wanted, .loading, .present: false
        }
    }
}

extension CoverReport {
    fileprivate mutating func take(_ state: CoverState, of album: String) {
        switch state {
        case .present: found += 1
        case .missing: absent += 1
        case .failed(let reason): problems.append(Problem(album: album, reason: reason))
        case .wanted: waiting += 1
        case .unknown, .loading: break
        }
    }
}
