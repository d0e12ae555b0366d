package import SleevesModel
internal import Glibc

/// Locks that let only one process at a time fetch an album's cover, so that processes which fetch all covers don't fetch any twice.
///
/// A claim locks one byte of a file, at an offset derived from the album's identifier. The system releases it if the process dies. If the
/// file system has no such locks, or the library is read-only, every process may fetch.
package final class CoverClaims: Sendable {
    private let descriptor: Int32

    /// A claim, which releases the album for other processes.
    package struct Claim: Sendable {
        fileprivate let claims: CoverClaims
        fileprivate let place: off_t

        package func release() {
            claims.change(F_UNLCK, at: place)
        }
    }

    /// The polling interval for another process' claim.
    private static let interval = Duration.milliseconds(100)
    /// The command for locks that belong to the open file, not to the process, which may have opened a library twice.
    private static let setLock: Int32 = 37

    package init(libraryDirectory: String) {
        descriptor = open("\(libraryDirectory)/covers.lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Claims an album, once no other process has claimed it.
    ///
    /// - Returns: `nil` if claims are impossible.
    /// - Throws: A `CancellationError` if the task is cancelled.
    package func claim(_ album: AlbumID) async throws -> Claim? {
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
