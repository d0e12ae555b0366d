internal import SleevesModel
internal import FoundationEssentials
internal import Glibc

extension ThumbnailFolder {
    /// Deletes the least recently used thumbnails until the rest is below the limit, and temporary files of killed writers.
    ///
    /// - Parameters:
    ///   - limit: The limit, in bytes.
    ///   - cannotBeMadeAgain: Returns those of the covers that must stay, because their originals are gone.
    /// - Returns: The number of deleted thumbnails.
    /// - Complexity: O(*n* log *n*) in the number of thumbnails if there are too many, otherwise O(*n*).
    @discardableResult
    func trim<Failure: Error>(
        to limit: Int,
        cannotBeMadeAgain: (Set<CoverDigest>) throws(Failure) -> Set<CoverDigest>
    ) throws(Failure) -> Int {
        var files = files()
        var total = files.reduce(0) { $0 + $1.bytes }
        guard total > limit else { return 0 }
        // Delete more than necessary, so that not every new thumbnail causes a trim.
        let goal = limit / 8 * 7
        files.sort { $0.used < $1.used }
        note()
        var removed = 0
        for start in stride(from: 0, to: files.count, by: 4096) {
            guard total > goal else { break }
            let piece = files[start..<min(start + 4096, files.count)]
            let staying = try cannotBeMadeAgain(Set(piece.map(\.name.digest)))
            for file in piece where total > goal {
                let hasSmaller = file.name.size > .standard && contains(Name(digest: file.name.digest, size: .standard))
                if staying.contains(file.name.digest), !hasSmaller { continue }
                remove(file.name)
                total -= file.bytes
                removed += 1
            }
        }
        return removed
    }

    /// Whether thumbnails were deleted to make room, so that a missing one may be missing on purpose.
    package var wasTrimmed: Bool {
        access(notePath, F_OK) == 0
    }

    private var notePath: String { "\(directory)/trimmed" }

    private func note() {
        // Without the note, thumbnails are made again without a request; nothing else is lost.
        try? AtomicFile.write([], to: notePath, isLasting: false)
    }

    private struct File {
        var name: Name
        var bytes: Int
        var used: Int
    }

    private func files() -> [File] {
        var files: [File] = []
        for shard in shards {
            AtomicFile.removeLeftovers(in: shard)
            for fileName in (try? FileManager.default.contentsOfDirectory(atPath: shard)) ?? [] {
                guard let name = Name(fileName: fileName) else { continue }
                var status = stat()
                guard lstat("\(shard)/\(fileName)", &status) == 0 else { continue }
                // The file's size on disk.
                files.append(File(name: name, bytes: Int(status.st_blocks) * 512, used: status.st_mtim.tv_sec))
            }
        }
        return files
    }
}
