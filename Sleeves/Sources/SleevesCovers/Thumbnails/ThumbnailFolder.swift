internal import SleevesModel
internal import FoundationEssentials
internal import Glibc

/// The folder of the thumbnails' files.
///
/// A file is named by the digest of its original picture, `covers/ab/abcd….jpg`, or `abcd…-200.jpg` in another size; never by
/// untrusted text. It is a JPEG followed by the SHA-256 of its bytes, which picture viewers ignore and which reveals damage.
package struct ThumbnailFolder: Sendable {
    let directory: String

    /// The maximum size of a thumbnail's file, in bytes.
    private static let byteLimit = 4 << 20
    /// The precision of a file's last use, in nanoseconds: fine enough to find unused files, and coarse enough to cost nothing.
    private static let day: Int64 = 86_400_000_000_000

    /// The parsed name of a thumbnail.
    struct Name: Hashable {
        var digest: CoverDigest
        var size: CoverSize
    }

    /// Returns the bytes of a thumbnail's JPEG, or `nil` if there is no such file. A damaged file is deleted.
    ///
    /// - Parameter countsAsUse: Whether the file stays longer than others that were used before.
    /// - Throws: A ``PersistencyError`` if the file exists but can't be read.
    func read(_ name: Name, countsAsUse: Bool = true) throws(PersistencyError) -> [UInt8]? {
        let path = path(of: name)
        let bytes: [UInt8]?
        do throws(SystemError) {
            let file = try OpenFile(path: path, followsLinks: false)
            if countsAsUse, FileStamp.now - file.stamp.modified > Self.day { futimens(file.descriptor, nil) }
            bytes = file.size <= Self.byteLimit ? try file.read(file.size) : nil
        } catch {
            if error.code == ENOENT { return nil }
            throw PersistencyError(errno: error.code, path: path, doing: "reading")
        }
        guard let thumbnail = bytes.flatMap(Self.thumbnail) else {
            unlink(path)
            return nil
        }
        return thumbnail
    }

    /// Writes a thumbnail, whole or not at all.
    func write(_ thumbnail: [UInt8], as name: Name) throws(PersistencyError) {
        let path = path(of: name)
        let file = thumbnail + SHA256.digest(of: thumbnail)
        do throws(PersistencyError) {
            try AtomicFile.write(file, to: path, isLasting: false, temporaryFolder: directory)
        } catch {
            // Usually, the folder exists.
            try AtomicFile.createFolder(Path.folder(of: path))
            try AtomicFile.write(file, to: path, isLasting: false, temporaryFolder: directory)
        }
    }

    /// Deletes the temporary files of killed writers.
    func removeLeftovers() {
        AtomicFile.removeLeftovers(in: directory)
    }

    func contains(_ name: Name) -> Bool {
        access(path(of: name), R_OK) == 0
    }

    func remove(_ name: Name) {
        unlink(path(of: name))
    }

    func path(of name: Name) -> String {
        let ending = Name.ending(of: name.size)
        return "\(directory)/\(name.digest.rawValue.prefix(2))/\(name.digest.rawValue)\(ending)"
    }

    /// The folders with thumbnails.
    var shards: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).map { "\(directory)/\($0)" }
    }

    /// Returns the bytes before the digest at the file's end, if the digest matches.
    private static func thumbnail(inFile bytes: [UInt8]) -> [UInt8]? {
        let thumbnail = Array(bytes.dropLast(SHA256.byteCount))
        let isWhole = !thumbnail.isEmpty && SHA256.digest(of: thumbnail).elementsEqual(bytes.suffix(SHA256.byteCount))
        return isWhole ? thumbnail : nil
    }
}

extension ThumbnailFolder.Name {
    /// Parses a thumbnail's file name; `nil` for any other.
    init?(fileName: String) {
        // The ending of the double size is that of all.
        let size = CoverSize.allCases.first { $0 != .double && fileName.hasSuffix(Self.ending(of: $0)) } ?? .double
        let ending = Self.ending(of: size)
        guard fileName.hasSuffix(ending), let digest = CoverDigest(rawValue: String(fileName.dropLast(ending.count))) else { return nil }
        self.init(digest: digest, size: size)
    }

    /// Returns the ending of the names of thumbnails of a size. The double size keeps that from when there was only one.
    static func ending(of size: CoverSize) -> String {
        size == .double ? ".jpg" : "-\(size.pixels).jpg"
    }
}
