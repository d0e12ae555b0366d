internal import Synchronization

/// Keeps covers small: thumbnails as files, and the ones used last in memory.
///
/// ## Behavior
///
/// - A thumbnail is there whole or not at all. One that a power failure has damaged counts as missing, and is made anew.
/// - A damaged file is deleted and counts as missing.
/// - A folder that cannot be read or written costs only the keeping: covers are shown all the same, and ``takeProblem()`` says so, once.
/// - The memory holds at most ``memoryLimit`` bytes, the disk ``diskLimit`` and what has come since it was last trimmed; what was used longest
///   ago goes first.
///
/// - Threading: May be used from any thread. ``image(for:size:)`` is quick enough for the main thread; the other calls wait for the disk.
public final class CoverStore: Sendable {
    // cache: synchronises itself.
    // account: protected by the mutex; nothing is called while it is locked.
    // The rest never changes; files are replaced as wholes.

    private let cache: CoverCache
    private let account: Mutex<Account>
    let folder: ThumbnailFolder
    /// How pictures are read.
    public let decoder: CoverDecoder
    /// Who reads them.
    let reader: MediaReader
    /// How many bytes of thumbnails are kept on the disk.
    public let diskLimit: Int
    /// The folder that the thumbnails' folders are in.
    public var directory: String { folder.directory }
    /// How many bytes of decoded pictures are kept in memory.
    public var memoryLimit: Int { cache.limit }

    /// What was written, and what went wrong.
    private struct Account {
        /// Since the folder was last looked through.
        var bytesWritten = 0
        var wasLookedThrough = false
        var problem: PersistencyError?
        var wasTold = false
    }

    /// Opens the store in a cache folder, and creates what is not there yet.
    ///
    /// - Parameters:
    ///   - cacheDirectory: The program's cache folder; the thumbnails go to `covers` in it.
    ///   - decoder: How pictures are read.
    ///   - reader: Who reads them.
    ///   - memoryLimit: In bytes.
    ///   - diskLimit: In bytes. See ``trim(cannotBeMadeAgain:)``.
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

    /// The cover, if it is in memory in that size. Does not look on the disk.
    public func image(for digest: CoverDigest, size: CoverSize) -> CoverImage? {
        cache.image(for: CoverCache.Key(digest: digest, size: size))
    }

    /// The cover, from memory or else from the disk, or `nil` where it is in neither.
    ///
    /// Where only a smaller one than `size` is kept, it is returned and says so: whoever has the original can ``keep(_:in:showing:)`` it. Where
    /// only a larger one is kept, it is scaled.
    public func load(_ digest: CoverDigest, size: CoverSize) -> KeptCover? {
        MainThread.assertMayWait()
        if let image = image(for: digest, size: size) { return KeptCover(image) }
        let sizes: [CoverSize] = size == .standard ? [.standard, .double] : [.double, .standard]
        for kept in sizes {
            guard let image = read(ThumbnailFolder.Name(digest: digest, size: kept), as: size) else { continue }
            // One that does not fill its size is as large as the original was.
            let isSmaller = kept == .standard && size == .double && max(image.width, image.height) >= kept.pixels
            if !isSmaller { cache.insert(image, for: CoverCache.Key(digest: digest, size: size)) }
            return KeptCover(image, isSmaller: isSmaller)
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

    /// Checks and scales a picture as it was found, and keeps it on the disk; in memory too in the size that is wanted now.
    ///
    /// A size that is kept already is not written again.
    ///
    /// - Parameters:
    ///   - bytes: The original.
    ///   - sizes: What is to be kept on the disk. Both, where the original will not be there again.
    ///   - size: What is wanted now.
    /// - Returns: The name of the picture, and the picture in the wanted size.
    /// - Throws: A ``CoverError`` where the bytes are no usable picture.
    @discardableResult
    public func keep(
        _ bytes: [UInt8],
        in sizes: Set<CoverSize> = Set(CoverSize.allCases),
        showing size: CoverSize = .standard
    ) throws(CoverError) -> (digest: CoverDigest, image: CoverImage) {
        let digest = try keepUnseen(bytes, in: sizes.union([size]))
        if let kept = load(digest, size: size), !kept.isSmaller { return (digest, kept.image) }
        // What lay there was damaged, or nothing can be kept there.
        let image = try decoder.fitting(size).decode(try make(bytes, ThumbnailFolder.Name(digest: digest, size: size)))
        cache.insert(image, for: CoverCache.Key(digest: digest, size: size))
        return (digest, image)
    }

    /// Checks and scales a picture as it was found, and keeps it on the disk only: for pictures that nobody looks at yet.
    ///
    /// - Throws: A ``CoverError`` where the bytes are no usable picture.
    func keepUnseen(_ bytes: [UInt8], in sizes: Set<CoverSize> = [.standard]) throws(CoverError) -> CoverDigest {
        guard bytes.count <= decoder.byteLimit else { throw .tooManyBytes(bytes.count, limit: decoder.byteLimit) }
        let digest = CoverDigest(of: bytes)
        for size in try needed(sizes, of: bytes) {
            let name = ThumbnailFolder.Name(digest: digest, size: size)
            if !folder.contains(name) { try make(bytes, name) }
        }
        return digest
    }

    /// Which sizes are to be kept of a picture: of one that does not fill the standard size, only that.
    private func needed(_ sizes: Set<CoverSize>, of bytes: [UInt8]) throws(CoverError) -> Set<CoverSize> {
        guard sizes.contains(.double) else { return sizes }
        let header = try PictureHeader(parsing: bytes)
        return max(header.width, header.height) < CoverSize.standard.pixels ? [.standard] : sizes
    }

    /// Makes a thumbnail, and writes it if the disk lets it.
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

    /// Forgets a cover, in memory and on the disk. Does nothing where there is none.
    public func remove(_ digest: CoverDigest) {
        for size in CoverSize.allCases {
            cache.remove(CoverCache.Key(digest: digest, size: size))
            folder.remove(ThumbnailFolder.Name(digest: digest, size: size))
        }
    }

    /// Forgets the pictures in memory; they are read from the disk when they are next asked for.
    public func releaseMemory() {
        cache.removeAll()
    }

    // MARK: Housekeeping

    /// What the system said when a thumbnail could not be read or written: the first time that this is asked after it happened, and then no more.
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

    /// Whether so much was written that there may be more on the disk than is allowed.
    var mayBeTooLarge: Bool {
        account.withLock { $0.bytesWritten > ($0.wasLookedThrough ? diskLimit / 16 : 0) }
    }

    /// Deletes the thumbnails that were used longest ago, until the rest takes no more than ``diskLimit``. For the background.
    ///
    /// - Parameter cannotBeMadeAgain: Those among some covers that have to stay, because what they were made from is gone.
    /// - Returns: How many were deleted.
    @discardableResult
    func trim<Failure: Error>(
        cannotBeMadeAgain: (Set<CoverDigest>) throws(Failure) -> Set<CoverDigest>
    ) throws(Failure) -> Int {
        account.withLock { account in
            account.bytesWritten = 0
            account.wasLookedThrough = true
        }
        return try folder.trim(to: diskLimit, cannotBeMadeAgain: cannotBeMadeAgain)
    }
}
