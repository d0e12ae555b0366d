internal import Foundation

/// Takes the covers of freshly imported albums from their files, on all cores.
struct CoverHarvest {
    let finder: CoverFinder

    struct Yield {
        var present = 0
        var problems: [ImportProblem] = []
    }

    /// - Parameter progress: Told how many albums are done, in order.
    func run(_ ids: [AlbumID], progress: @Sendable (_ done: Int, _ count: Int) -> Void) async throws -> Yield {
        var yield = Yield()
        var done = 0
        var remaining = ids.makeIterator()
        try await withThrowingTaskGroup(of: Taken.self) { group in
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                if let id = remaining.next() { group.addTask { take(id) } }
            }
            while let taken = try await group.next() {
                try Task.checkCancellation()
                switch taken {
                case .present: yield.present += 1
                case .none: break
                case .problem(let problem): yield.problems.append(problem)
                }
                done += 1
                progress(done, ids.count)
                if let id = remaining.next() { group.addTask { take(id) } }
            }
        }
        yield.problems.sort { $0.path < $1.path }
        return yield
    }

    private enum Taken: Sendable {
        case present
        case none
        case problem(ImportProblem)
    }

    private func take(_ id: AlbumID) -> Taken {
        do {
            guard let album = try finder.persistency.album(id) else { return .none }
            do {
                return try finder.keepLocalCover(of: album) ? .present : .none
            } catch {
                return .problem(ImportProblem(path: album.localCover?.path ?? album.folder ?? album.title, reason: "\(error)"))
            }
        } catch {
            return .problem(ImportProblem(path: error.path, reason: error.description))
        }
    }
}

extension LocalCover {
    /// The file that has the picture, or is it.
    fileprivate var path: String {
        switch self {
        case .embedded(let path), .file(let path): path
        }
    }
}
