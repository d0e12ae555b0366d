internal import Crypto
internal import Foundation

/// Keeps covers small: thumbnails as files, and the ones used last in memory.
///
/// A thumbnail is called by the digest of the picture it was made from, `covers/ab/abcd….jpg`, or `abcd…-200.jpg` in the standard size; never
/// by anything a stranger wrote.
/// The file is a JPEG followed by the SHA-256 of its bytes, which picture viewers do not mind, and by which damage is noticed.
///
/// ## Behavior
///
/// - A thumbnail is there whole or not at all. One that a power failure has damaged counts as missing, and is made anew.
/// - A damaged file is deleted and counts as missing.
/// - The memory holds at most ``memoryLimit`` bytes; what was used longest ago goes first.
///
/// - Threading: May be used from any thread. ``image(for:size:)`` is quick enough for the main thread; the other calls wait for the disk.
public final class CoverStore: Sendable {
    // cache: synchronises itself.
    // The rest never changes; files are replaced as wholes.

    private let cache: CoverCache
    /// The folder that the thumbnails' folders are in.
    public let directory: String
    /// How pictures are read.
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

    /// The cover, if it is in memory in that size. Does not look on the disk.
    public func image(for digest: CoverDigest, size: CoverSize) -> CoverImage? {
        cache.image(for: CoverCache.Key(digest: digest, size: size))
    }

    /// The cover, from memory or else from the disk, or `nil` where it is in neither.
    ///
    /// Where only a smaller one than `size` is kept, it is returned and says so: whoever has the original can ``keep(_:in:showing:)`` it. Where
    /// only a larger one is kept, it is scaled.
    ///
    /// - Throws: A ``PersistencyError`` where the file is there and the system does not let it be read.
    public func load(_ digest: CoverDigest, size: CoverSize) throws(PersistencyError) -> KeptCover? {
        if let image = image(for: digest, size: size) { return KeptCover(image) }
        let sizes: [CoverSize] = size == .standard ? [.standard, .double] : [.double, .standard]
        for kept in sizes {
            guard let image = try read(digest, kept, as: size) else { continue }
            // One that does not fill its size is as large as the original was.
            let isSmaller = kept == .standard && size == .double && max(image.width, image.height) >= kept.pixels
            if !isSmaller { cache.insert(image, for: CoverCache.Key(digest: digest, size: size)) }
            return KeptCover(image, isSmaller: isSmaller)
        }
        return nil
    }

    /// Reads a file, and deletes it if it is damaged.
    private func read(_ digest: CoverDigest, _ kept: CoverSize, as size: CoverSize) throws(PersistencyError) -> CoverImage? {
        let path = path(of: digest, kept)
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path, directoryHint: .notDirectory))
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw PersistencyError(.inputOutput, path: path, detail: String(describing: error))
        }
        guard let thumbnail = Self.thumbnail(inFile: Array(data)), let image = try? decoder.fitting(size).decode(thumbnail) else {
            unlink(path)
            return nil
        }
        return image
    }

    /// Checks and scales a picture as it was found, and keeps it on the disk; in memory too in the size that is wanted now.
    ///
    /// A size that is kept already is not written again.
    ///
    /// - Parameters:
    ///   - bytes: The original.
    ///   - sizes: What is to be kept on the disk. Both, where the original will not be there again.
    ///   - size: What is wanted now.
    /// - Returns: The name of the picture, and the picture in the wanted size.
    /// - Throws: A ``CoverError`` where the bytes are no usable picture, a ``PersistencyError`` where the disk refuses it.
    @discardableResult
    public func keep(
        _ bytes: [UInt8],
        in sizes: Set<CoverSize> = Set(CoverSize.allCases),
        showing size: CoverSize = .standard
    ) throws -> (digest: CoverDigest, image: CoverImage) {
        let digest = try keepUnseen(bytes, in: sizes.union([size]))
        if let kept = try load(digest, size: size), !kept.isSmaller { return (digest, kept.image) }
        // What lay there was damaged.
        let image = try decoder.fitting(size).decode(try make(bytes, digest, size))
        cache.insert(image, for: CoverCache.Key(digest: digest, size: size))
        return (digest, image)
    }

    /// Checks and scales a picture as it was found, and keeps it on the disk only: for pictures that nobody looks at yet.
    ///
    /// - Throws: As ``keep(_:in:showing:)``.
    func keepUnseen(_ bytes: [UInt8], in sizes: Set<CoverSize> = [.standard]) throws -> CoverDigest {
        guard bytes.count <= decoder.byteLimit else { throw CoverError.tooManyBytes(bytes.count, limit: decoder.byteLimit) }
        let digest = CoverDigest(of: bytes)
        for size in try needed(sizes, of: bytes) where !contains(digest, size) { try make(bytes, digest, size) }
        return digest
    }

    /// Which sizes are to be kept of a picture: of one that does not fill the standard size, only that.
    private func needed(_ sizes: Set<CoverSize>, of bytes: [UInt8]) throws(CoverError) -> Set<CoverSize> {
        guard sizes.contains(.double) else { return sizes }
        let header = try PictureHeader(parsing: bytes)
        return max(header.width, header.height) < CoverSize.standard.pixels ? [.standard] : sizes
    }

    /// Makes a thumbnail and writes it.
    @discardableResult
    private func make(_ bytes: [UInt8], _ digest: CoverDigest, _ size: CoverSize) throws -> [UInt8] {
        let thumbnail = try decoder.fitting(size).thumbnail(of: bytes)
        try write(thumbnail, for: digest, size)
        return thumbnail
    }

    private func write(_ thumbnail: [UInt8], for digest: CoverDigest, _ size: CoverSize) throws {
        let path = path(of: digest, size)
        try AtomicFile.createFolder((path as NSString).deletingLastPathComponent)
        try AtomicFile.write(thumbnail + SHA256.hash(data: thumbnail), to: path, isLasting: false)
    }

    /// Forgets a cover, in memory and on the disk. Does nothing where there is none.
    public func remove(_ digest: CoverDigest) {
        for size in CoverSize.allCases {
            cache.remove(CoverCache.Key(digest: digest, size: size))
            unlink(path(of: digest, size))
        }
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

    func path(of digest: CoverDigest, _ size: CoverSize) -> String {
        // The larger one has the name that all had when there was one size only.
        let ending = size == .standard ? "-\(size.pixels).jpg" : ".jpg"
        return "\(directory)/\(digest.rawValue.prefix(2))/\(digest.rawValue)\(ending)"
    }

    /// What stands before the digest at the file's end, if the two agree.
    private static func thumbnail(inFile bytes: [UInt8]) -> [UInt8]? {
        let thumbnail = Array(bytes.dropLast(SHA256.byteCount))
        let isWhole = !thumbnail.isEmpty && SHA256.hash(data: thumbnail).elementsEqual(bytes.suffix(SHA256.byteCount))
        return isWhole ? thumbnail : nil
    }
}
