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
    /// The precision of a file's last use, in seconds: fine enough to find unused files, and coarse enough to cost nothing.
    private static let day = 86_400

    /// The parsed name of a thumbnail.
    struct Name: Hashable {
        var digest: CoverDigest
        var size: CoverSize
    }

    /// Returns the bytes of a thumbnail's JPEG, or `nil` if there is no such file. A damaged file is deleted.
    ///
    /// - Throws: A ``PersistencyError`` if the file exists but can't be read.
    func read(_ name: Name) throws(PersistencyError) -> [UInt8]? {
        let path = path(of: name)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw PersistencyError(errno: errno, path: path, doing: "opening") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw PersistencyError(errno: errno, path: path, doing: "reading") }
        if time(nil) - status.st_mtim.tv_sec > Self.day { futimens(descriptor, nil) }
        let file = try bytes(of: descriptor, count: Int(status.st_size), path: path)
        guard let thumbnail = file.flatMap(Self.thumbnail) else {
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
            try AtomicFile.write(file, to: path, isLasting: false)
        } catch {
            // Usually, the folder exists.
            try AtomicFile.createFolder(Path.folder(of: path))
            try AtomicFile.write(file, to: path, isLasting: false)
        }
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

    private func bytes(of descriptor: Int32, count: Int, path: String) throws(PersistencyError) -> [UInt8]? {
        guard (0...Self.byteLimit).contains(count) else { return nil }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // SAFETY: the count matches the rest of the buffer; the system writes to it only during the call.
                let read = Glibc.read(descriptor, buffer.baseAddress! + filled, count - filled)
                if read < 0, errno == EINTR { continue }
                if read < 0 { failure = errno }
                guard read > 0 else { break }
                filled += read
            }
        }
        guard failure == 0 else { throw PersistencyError(errno: failure, path: path, doing: "reading") }
        return bytes
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
        let size = [CoverSize.standard, .large].first { fileName.hasSuffix(Self.ending(of: $0)) } ?? .double
        let ending = Self.ending(of: size)
        guard fileName.hasSuffix(ending), let digest = CoverDigest(rawValue: String(fileName.dropLast(ending.count))) else { return nil }
        self.init(digest: digest, size: size)
    }

    /// Returns the ending of the names of thumbnails of a size. The double size keeps that from when there was only one.
    static func ending(of size: CoverSize) -> String {
        size == .double ? ".jpg" : "-\(size.pixels).jpg"
    }
}
