internal import FoundationEssentials
internal import Glibc

/// Keeps the pictures that the person has chosen as covers, as they were given, in the library folder. They are the person's, not a cache: each
/// is on the disk before anything refers to it, and none goes while an album or a change that can be undone refers to it.
///
/// ## Behavior
///
/// - A picture is called by the digest of its bytes, so damage is noticed: a damaged one counts as missing, and is left for the person to look at.
/// - What has been kept is there after a power failure too.
/// - What is no usable picture is refused before anything is written.
///
/// - Threading: May be used from any thread. All calls wait for the disk.
public struct ChosenCoverStore: Sendable {
    /// The folder of the pictures. There once the first is kept.
    public let directory: String
    private let decoder: CoverDecoder
    private let reader: MediaReader

    init(libraryDirectory: String, decoder: CoverDecoder, reader: MediaReader) {
        directory = "\(libraryDirectory)/covers"
        self.decoder = decoder
        self.reader = reader
    }

    /// Checks a picture by decoding it, and keeps it as it is.
    ///
    /// - Returns: The name to choose it by: ``PersistencyManager/chooseCover(_:for:)``.
    /// - Throws: A ``CoverError`` where the bytes are no usable picture, a ``PersistencyError`` where the disk refuses it.
    @discardableResult
    public func keep(_ bytes: [UInt8]) throws -> CoverDigest {
        _ = try reader.thumbnail(of: bytes, by: decoder.fitting(.standard))
        let digest = CoverDigest(of: bytes)
        let path = path(of: digest)
        if self.bytes(of: digest) != nil {
            // It may have been about to go because nobody used it: from now on it is a new one.
            utimes(path, nil)
            return digest
        }
        try AtomicFile.createFolder(directory)
        try AtomicFile.write(bytes, to: path)
        return digest
    }

    /// A picture as it was given, or `nil` where it is not there, or damaged.
    public func bytes(of digest: CoverDigest) -> [UInt8]? {
        guard let bytes = (try? FileSystem.bytes(ofFile: path(of: digest), limit: decoder.byteLimit)) ?? nil else { return nil }
        return CoverDigest(of: bytes) == digest ? bytes : nil
    }

    /// Deletes the pictures that nothing refers to any more, and what writers that were killed have left behind.
    ///
    /// - Parameters:
    ///   - used: What albums, and changes that can be undone, refer to.
    ///   - age: In seconds. A younger one may be about to be chosen.
    /// - Returns: How many files were deleted.
    @discardableResult
    func removeUnused(besides used: Set<CoverDigest>, olderThan age: Int = 3600) -> Int {
        var removed = AtomicFile.removeLeftovers(in: directory, olderThan: age)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
            guard let digest = CoverDigest(rawValue: name), !used.contains(digest) else { continue }
            var status = stat()
            guard lstat(path(of: digest), &status) == 0, time(nil) - status.st_mtim.tv_sec >= age else { continue }
            if unlink(path(of: digest)) == 0 { removed += 1 }
        }
        return removed
    }

    private func path(of digest: CoverDigest) -> String {
        "\(directory)/\(digest.rawValue)"
    }
}
