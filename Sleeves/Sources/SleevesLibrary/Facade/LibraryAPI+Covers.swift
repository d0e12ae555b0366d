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
            for await state in states where state != .unknown && state != .loading { return (album.heading, state) }
            return (album.heading, .loading)
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
