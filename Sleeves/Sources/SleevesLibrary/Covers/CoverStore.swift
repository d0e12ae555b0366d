internal import Crypto
internal import Foundation

/// Keeps covers small: thumbnails as files, and the ones used last in memory.
///
/// A thumbnail is called by the digest of the picture it was made from, `covers/ab/abcd….jpg`, never by anything a stranger wrote.
/// The file is a JPEG followed by the SHA-256 of its bytes, which picture viewers do not mind, and by which damage is noticed.
///
/// ## Behavior
///
/// - A thumbnail is there whole or not at all. One that a power failure has damaged counts as missing, and is made anew.
/// - A damaged file is deleted and counts as missing.
/// - The memory holds at most ``memoryLimit`` bytes; what was used longest ago goes first.
///
/// - Threading: May be used from any thread. ``image(for:)`` is quick enough for the main thread; the other calls wait for the disk.
public final class CoverStore: Sendable {
    // cache: synchronises itself.
    // The rest never changes; files are replaced as wholes.

    private let cache: CoverCache
    /// The folder that the thumbnails' folders are in.
    public let directory: String
    /// How pictures are read and how large thumbnails are.
    public let decoder: CoverDecoder
    /// How many bytes of decoded pictures are kept in memory.
    public var memoryLimit: Int { cache.limit }

    /// Opens the store in a cache folder, and creates what is not there yet.
    ///
    /// - Parameters:
    ///   - cacheDirectory: The program's cache folder; the thumbnails go to `covers` in it.
    ///   - decoder: How pictures are read.
    ///   - memoryLimit: In bytes.
    public init(
        cacheDirectory: String,
        decoder: CoverDecoder = CoverDecoder(),
        memoryLimit: Int = 64 << 20
    ) throws(PersistencyError) {
        directory = "\(cacheDirectory)/covers"
        self.decoder = decoder
        cache = CoverCache(limit: memoryLimit)
        try AtomicFile.createFolder(directory)
    }

    /// The cover, if it is in memory. Does not look on the disk.
    public func image(for digest: CoverDigest) -> CoverImage? {
        cache.image(for: digest)
    }

    /// The cover, from memory or else from the disk, or `nil` where it is in neither.
    ///
    /// - Throws: A ``PersistencyError`` where the file is there and the system does not let it be read.
    public func load(_ digest: CoverDigest) throws(PersistencyError) -> CoverImage? {
        if let image = cache.image(for: digest) { return image }
        let path = path(of: digest)
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw PersistencyError(.inputOutput, path: path, detail: String(describing: error))
        }
        guard let thumbnail = Self.thumbnail(inFile: Array(data)), let image = try? decoder.decode(thumbnail) else {
            unlink(path)
            return nil
        }
        cache.insert(image, for: digest)
        return image
    }

    /// Checks and scales a picture as it was found, keeps it on the disk and in memory, and says under which digest.
    ///
    /// A picture that is kept already is not written again.
    ///
    /// - Throws: A ``CoverError`` where the bytes are no usable picture, a ``PersistencyError`` where the disk refuses it.
    @discardableResult
    public func keep(_ bytes: [UInt8]) throws -> (digest: CoverDigest, image: CoverImage) {
        guard bytes.count <= decoder.byteLimit else { throw CoverError.tooManyBytes(bytes.count, limit: decoder.byteLimit) }
        let digest = CoverDigest(of: bytes)
        if let image = try load(digest) { return (digest, image) }
        let image = try decoder.decode(bytes).flattened
        try write(try decoder.encodeJPEG(image), for: digest)
        cache.insert(image, for: digest)
        return (digest, image)
    }

    /// Checks and scales a picture as it was found, and keeps it on the disk only: for pictures that nobody looks at yet.
    ///
    /// - Throws: As ``keep(_:)``.
    func keepUnseen(_ bytes: [UInt8]) throws -> CoverDigest {
        guard bytes.count <= decoder.byteLimit else { throw CoverError.tooManyBytes(bytes.count, limit: decoder.byteLimit) }
        let digest = CoverDigest(of: bytes)
        if contains(digest) { return digest }
        try write(try decoder.thumbnail(of: bytes), for: digest)
        return digest
    }

    private func write(_ thumbnail: [UInt8], for digest: CoverDigest) throws {
        let path = path(of: digest)
        try AtomicFile.createFolder((path as NSString).deletingLastPathComponent)
        try AtomicFile.write(thumbnail + SHA256.hash(data: thumbnail), to: path, isLasting: false)
    }

    /// Forgets a cover, in memory and on the disk. Does nothing where there is none.
    public func remove(_ digest: CoverDigest) {
        cache.remove(digest)
        unlink(path(of: digest))
    }

    /// Forgets the pictures in memory; they are read from the disk when they are next asked for.
    public func releaseMemory() {
        cache.removeAll()
    }

    /// Deletes what writers that were killed have left behind. For once in a while, in the background.
    ///
    /// - Returns: How many files were deleted.
    @discardableResult
    public func removeLeftovers() -> Int {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return folders.reduce(0) { $0 + AtomicFile.removeLeftovers(in: "\(directory)/\($1)") }
    }

    func path(of digest: CoverDigest) -> String {
        "\(directory)/\(digest.rawValue.prefix(2))/\(digest.rawValue).jpg"
    }

    /// What stands before the digest at the file's end, if the two agree.
    private static func thumbnail(inFile bytes: [UInt8]) -> [UInt8]? {
        let thumbnail = Array(bytes.dropLast(SHA256.byteCount))
        let isWhole = !thumbnail.isEmpty && SHA256.hash(data: thumbnail).elementsEqual(bytes.suffix(SHA256.byteCount))
        return isWhole ? thumbnail : nil
    }
}
