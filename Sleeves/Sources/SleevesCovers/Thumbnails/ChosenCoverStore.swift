public import SleevesModel
internal import Glibc

/// A store of the pictures that the user has chosen as covers, unchanged, in the library folder. They are user data, not a cache: each is
/// on disk before anything refers to it, and none is deleted while an album or an undoable change refers to it.
///
/// ## Behavior
///
/// - A picture is named by the digest of its bytes, which reveals damage. A damaged picture counts as missing, and its file stays for the
///   user to examine.
/// - Stored pictures survive a power failure.
/// - Unusable pictures are refused before anything is written.
///
/// - Threading: May be used from any thread. All calls block on the disk.
public struct ChosenCoverStore: Sendable {
    /// The folder of the pictures, created with the first one.
    public let directory: String
    private let decoder: CoverDecoder
    private let reader: MediaReader

    package init(libraryDirectory: String, decoder: CoverDecoder, reader: MediaReader) {
        directory = "\(libraryDirectory)/covers"
        self.decoder = decoder
        self.reader = reader
    }

    /// Checks a picture by decoding it, and stores it unchanged.
    ///
    /// - Returns: The digest to choose it by: ``PersistencyManager/chooseCover(_:for:)``.
    /// - Throws: A ``CoverError`` if the bytes aren't a usable picture; a ``PersistencyError`` if writing fails.
    @discardableResult
    public func keep(_ bytes: [UInt8]) throws -> CoverDigest {
        _ = try reader.thumbnail(of: bytes, by: decoder.fitting(.standard))
        let digest = CoverDigest(of: bytes)
        let path = path(of: digest)
        if self.bytes(of: digest) != nil {
            // It may be unused and about to be deleted. From now on, it counts as new.
            utimes(path, nil)
            return digest
        }
        try AtomicFile.createFolder(directory)
        try AtomicFile.write(bytes, to: path)
        return digest
    }

    /// Returns the original bytes of a picture, or `nil` if it is missing or damaged.
    public func bytes(of digest: CoverDigest) -> [UInt8]? {
        guard let bytes = (try? FileSystem.bytes(ofFile: path(of: digest), limit: decoder.byteLimit)) ?? nil else { return nil }
        return CoverDigest(of: bytes) == digest ? bytes : nil
    }

    /// The largest picture that is kept, in bytes.
    package var byteLimit: Int { decoder.byteLimit }

    /// Returns whether there is a picture with this digest, which may be damaged.
    package func contains(_ digest: CoverDigest) -> Bool {
        (try? FileSystem.kind(of: path(of: digest), followsLinks: false)) != nil
    }

    /// Returns the size of the picture with this digest, in bytes, which may be damaged; `nil` if it is missing.
    package func size(of digest: CoverDigest) -> Int? {
        var status = stat()
        return stat(path(of: digest), &status) == 0 ? Int(status.st_size) : nil
    }

    /// Deletes the temporary files of killed writers.
    package func removeLeftovers() {
        AtomicFile.removeLeftovers(in: directory)
    }

    /// Deletes unused pictures, and temporary files of killed writers.
    ///
    /// - Parameter used: The pictures that albums and undoable changes refer to.
    /// - Returns: The number of deleted files.
    @discardableResult
    package func removeUnused(besides used: Set<CoverDigest>) -> Int {
        // In seconds. A younger picture may be about to be chosen.
        let age = 3600
        return AtomicFile.removeLeftovers(in: directory, olderThan: age)
            + AtomicFile.removeFiles(in: directory, olderThan: age) { name in
                CoverDigest(rawValue: name).map { !used.contains($0) } ?? false
            }
    }

    private func path(of digest: CoverDigest) -> String {
        "\(directory)/\(digest.rawValue)"
    }
}
