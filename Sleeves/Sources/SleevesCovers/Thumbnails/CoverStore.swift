public import SleevesModel
internal import Synchronization

/// A store of thumbnails: as files on disk, with the most recently used ones in memory.
///
/// ## Behavior
///
/// - A thumbnail exists whole or not at all. One that a power failure has damaged counts as missing and is made again.
/// - A damaged file is deleted and counts as missing.
/// - If the folder can't be read or written, covers are still shown but not stored, and ``takeProblem()`` reports it once.
/// - Memory holds at most `memoryLimit` bytes, the disk at most ``diskLimit`` and the thumbnails since the last trim. The least recently
///   used are removed first.
///
/// - Threading: May be used from any thread. ``image(for:size:)`` is fast enough for the main thread; the other calls block on the disk.
public final class CoverStore: Sendable {
    // cache: synchronizes itself.
    // account: protected by the mutex; nothing is called while it is locked.
    // The rest is immutable; files are replaced as a whole.

    private let cache: CoverCache
    private let account: Mutex<Account>
    package let folder: ThumbnailFolder
    /// The decoder of pictures.
    public let decoder: CoverDecoder
    /// The reader of untrusted pictures.
    package let reader: MediaReader
    /// The maximum number of bytes of thumbnails on disk.
    public let diskLimit: Int
    /// The folder with the thumbnails' folders.
    public var directory: String { folder.directory }

    /// The bytes written, and the last problem.
    private struct Account {
        /// The bytes written since the folder was last scanned.
        var bytesWritten = 0
        var wasLookedThrough = false
        var problem: PersistencyError?
        var wasTold = false
    }

    /// Opens the store in a cache folder, creating it if necessary.
    ///
    /// - Parameters:
    ///   - cacheDirectory: The program's cache folder; the thumbnails are in its folder `covers`.
    ///   - decoder: The decoder of pictures.
    ///   - reader: The reader of untrusted pictures.
    ///   - memoryLimit: The limit in memory, in bytes.
    ///   - diskLimit: The limit on disk, in bytes. See ``trim(cannotBeMadeAgain:)``.
    public init(
        cacheDirectory: String,
        decoder: CoverDecoder = CoverDecoder(),
        reader: MediaReader = .inThisProcess,
        memoryLimit: Int = 32 << 20,
        diskLimit: Int = 512 << 20
    ) {
        folder = ThumbnailFolder(directory: "\(cacheDirectory)/covers")
        self.decoder = decoder
        self.reader = reader
        self.diskLimit = diskLimit
        cache = CoverCache(limit: memoryLimit)
        account = Mutex(Account())
        do throws(PersistencyError) { try AtomicFile.createFolder(folder.directory) } catch { note(error) }
    }

    /// Returns the cover if it is in memory in that size. Doesn't read the disk.
    public func image(for digest: CoverDigest, size: CoverSize) -> CoverImage? {
        cache.image(for: CoverCache.Key(digest: digest, size: size))
    }

    /// Returns the cover from memory or else from disk, or `nil` if it is in neither.
    ///
    /// If only a smaller size is stored, the result is marked as smaller, and the caller can ``keep(_:in:showing:)`` the original. If only
    /// a larger size is stored, it is scaled.
    public func load(_ digest: CoverDigest, size: CoverSize) -> KeptCover? {
        MainThread.assertMayWait()
        if let image = image(for: digest, size: size) { return KeptCover(image) }
        // The smallest that is large enough, or else the largest.
        for kept in CoverSize.allCases.filter({ $0 >= size }) + CoverSize.allCases.filter({ $0 < size }).reversed() {
            guard let image = read(ThumbnailFolder.Name(digest: digest, size: kept), as: size) else { continue }
            // A thumbnail that doesn't fill its size is as large as the original was.
            let isSmaller = kept < size && max(image.width, image.height) >= kept.pixels
            if !isSmaller { cache.insert(image, for: CoverCache.Key(digest: digest, size: size)) }
            return KeptCover(image, isSmaller: isSmaller)
        }
        return nil
    }

    /// Returns the path of a thumbnail's file for other programs, at least as large as a size if there is one; `nil` if there is no file.
    public func file(for digest: CoverDigest, size: CoverSize) -> String? {
        MainThread.assertMayWait()
        let sizes = CoverSize.allCases.filter { $0 >= size } + CoverSize.allCases.filter { $0 < size }.reversed()
        let names = sizes.map { ThumbnailFolder.Name(digest: digest, size: $0) }
        return names.first(where: folder.contains).map(folder.path)
    }

    /// Returns the longest side of the largest thumbnail, in pixels, and whether the original isn't larger; `nil` without a thumbnail. Doesn't count
    /// as a use of it.
    package func longestSide(of digest: CoverDigest) -> (side: Int, isWhole: Bool)? {
        MainThread.assertMayWait()
        for size in CoverSize.allCases.reversed() {
            guard let thumbnail = try? folder.read(ThumbnailFolder.Name(digest: digest, size: size), countsAsUse: false),
                let side = PictureHeader.longestSide(of: thumbnail)
            else { continue }
            return (side, isWhole: side < size.pixels)
        }
        return nil
    }

    private func read(_ name: ThumbnailFolder.Name, as size: CoverSize) -> CoverImage? {
        do throws(PersistencyError) {
            guard let thumbnail = try folder.read(name) else { return nil }
            if PictureHeader.isThumbnail(thumbnail, longestSide: name.size.pixels), let image = try? decoder.fitting(size).decode(thumbnail)
            {
                return image
            }
            folder.remove(name)
        } catch {
            note(error)
        }
        return nil
    }

    /// The sizes that all others can be made from, for an original that won't be available again.
    public static let usualSizes: Set<CoverSize> = [.standard, .double, .large]

    /// Checks and scales an original picture and stores it on disk, and in memory in the size to show.
    ///
    /// Sizes that are already stored aren't written again.
    ///
    /// - Parameters:
    ///   - bytes: The original.
    ///   - sizes: The sizes to store on disk.
    ///   - size: The size to return.
    /// - Returns: The digest of the picture, and the picture in that size.
    /// - Throws: A ``CoverError`` if the bytes aren't a usable picture.
    @discardableResult
    public func keep(
        _ bytes: [UInt8],
        in sizes: Set<CoverSize> = usualSizes,
        showing size: CoverSize = .standard
    ) throws(CoverError) -> (digest: CoverDigest, image: CoverImage) {
        let digest = try keepUnseen(bytes, in: sizes.union([size]))
        if let kept = load(digest, size: size), !kept.isSmaller { return (digest, kept.image) }
        // The stored file was damaged, or storing fails.
        let image = try decoder.fitting(size).decode(try make(bytes, ThumbnailFolder.Name(digest: digest, size: size)))
        cache.insert(image, for: CoverCache.Key(digest: digest, size: size))
        return (digest, image)
    }

    /// Checks and scales an original picture and stores it only on disk, for pictures that aren't shown yet.
    ///
    /// - Throws: A ``CoverError`` if the bytes aren't a usable picture.
    package func keepUnseen(_ bytes: [UInt8], in sizes: Set<CoverSize> = [.standard]) throws(CoverError) -> CoverDigest {
        guard bytes.count <= decoder.byteLimit else { throw .tooManyBytes(bytes.count, limit: decoder.byteLimit) }
        let digest = CoverDigest(of: bytes)
        for size in try needed(sizes, of: bytes) {
            let name = ThumbnailFolder.Name(digest: digest, size: size)
            if !folder.contains(name) { try make(bytes, name) }
        }
        return digest
    }

    /// Returns the sizes to store: instead of those larger than the picture, the smallest that holds all of it.
    private func needed(_ sizes: Set<CoverSize>, of bytes: [UInt8]) throws(CoverError) -> Set<CoverSize> {
        guard sizes.contains(where: { $0 > .standard }) else { return sizes }
        let header = try PictureHeader(parsing: bytes)
        // A picture as large as a size fills it, so that the next one is known to be necessary.
        let largest = CoverSize(pixels: header.longestSide + 1)
        return Set(sizes.map { min($0, largest) })
    }

    /// Makes a thumbnail and stores it if possible.
    @discardableResult
    private func make(_ bytes: [UInt8], _ name: ThumbnailFolder.Name) throws(CoverError) -> [UInt8] {
        let thumbnail = try reader.thumbnail(of: bytes, by: decoder.fitting(name.size))
        do throws(PersistencyError) {
            try folder.write(thumbnail, as: name)
            account.withLock { $0.bytesWritten += thumbnail.count }
        } catch {
            note(error)
        }
        return thumbnail
    }

    /// Removes a cover from memory and disk, if it exists.
    public func remove(_ digest: CoverDigest) {
        for size in CoverSize.allCases {
            cache.remove(CoverCache.Key(digest: digest, size: size))
            folder.remove(ThumbnailFolder.Name(digest: digest, size: size))
        }
    }

    // MARK: Housekeeping

    /// Returns the error of a failed read or write of a thumbnail, once.
    public func takeProblem() -> PersistencyError? {
        account.withLock { account in
            guard !account.wasTold, let problem = account.problem else { return nil }
            account.wasTold = true
            return problem
        }
    }

    private func note(_ problem: PersistencyError) {
        account.withLock { $0.problem = $0.problem ?? problem }
    }

    /// Whether enough was written that the disk limit may be exceeded.
    package var mayBeTooLarge: Bool {
        account.withLock { $0.bytesWritten > ($0.wasLookedThrough ? diskLimit / 16 : 0) }
    }

    /// Deletes the temporary files of killed writers.
    package func removeLeftovers() {
        folder.removeLeftovers()
    }

    /// Deletes the least recently used thumbnails until the rest fits ``diskLimit``. Call it in the background.
    ///
    /// - Parameter cannotBeMadeAgain: Returns those of the covers that must stay, because their originals are gone.
    /// - Returns: The number of deleted thumbnails.
    @discardableResult
    package func trim<Failure: Error>(
        cannotBeMadeAgain: (Set<CoverDigest>) throws(Failure) -> Set<CoverDigest>
    ) throws(Failure) -> Int {
        account.withLock { account in
            account.bytesWritten = 0
            account.wasLookedThrough = true
        }
        return try folder.trim(to: diskLimit, cannotBeMadeAgain: cannotBeMadeAgain)
    }
}
