internal import Glibc

/// Lets one process at a time fetch an album's cover, so that two that fetch all covers do not fetch each twice.
///
/// A claim is a lock of one byte of a file, whose place is the album's identifier. The system frees it if the process dies. Where there are no
/// such locks, or the library may not be written, everybody may fetch.
final class CoverClaims: Sendable {
    private let descriptor: Int32

    /// Frees an album for other processes.
    struct Claim: Sendable {
        fileprivate let claims: CoverClaims
        fileprivate let place: off_t

        func release() {
            claims.change(F_UNLCK, at: place)
        }
    }

    /// How often it is looked whether another process is done.
    private static let interval = Duration.milliseconds(100)
    /// Locks that belong to the open file, not to the process, which may have a library open twice.
    private static let setLock: Int32 = 37

    init(libraryDirectory: String) {
        descriptor = open("\(libraryDirectory)/covers.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Claims an album, once no other process has it.
    ///
    /// - Returns: `nil` where nothing can be claimed.
    /// - Throws: A `CancellationError` when the task is cancelled.
    func claim(_ album: AlbumID) async throws -> Claim? {
        guard descriptor >= 0 else { return nil }
        let place = off_t(UInt64(album.rawValue.prefix(15), radix: 16) ?? 0)
        while !change(F_WRLCK, at: place) {
            guard errno == EAGAIN || errno == EACCES else { return nil }
            try await Task.sleep(for: Self.interval)
        }
        return Claim(claims: self, place: place)
    }

    @discardableResult
    private func change(_ kind: Int32, at place: off_t) -> Bool {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = place
        lock.l_len = 1
        return fcntl(descriptor, Self.setLock, &lock) == 0
    }
}
