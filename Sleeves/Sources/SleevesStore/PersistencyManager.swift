public import SleevesModel
public import SleevesCovers
internal import FoundationEssentials
internal import Glibc
internal import SQLite
internal import Localization

/// The library on the disk: albums and tracks in a database, covers as files, and the state of the window.
///
/// The library uses two of the user's folders: the library folder with `library.sqlite`, `state.json` and the covers that the user has
/// chosen, and the cache folder with thumbnails. Several processes may use one library at the same time.
///
/// ## Behavior
///
/// - A change is one transaction: an interrupted import leaves the old library or the new one, complete.
/// - A reader sees the library as of one moment, and doesn't wait for a writer.
/// - Opening a library of a newer version fails without changing it.
/// - A read-only library can be read; changing it fails.
/// - A damaged row is skipped.
///
/// - Threading: May be used from any thread. The calls wait for the disk, so don't make long ones on the main thread.
public final class PersistencyManager: Sendable {
    // pool: synchronizes itself; one writer, several readers. One reader if the library is read-only.
    // orders, texts, facets: synchronize themselves.
    // The rest never changes.

    private let pool: any DatabaseWriter
    /// The folder with the database and the window's state.
    public let libraryDirectory: String
    /// The covers: in memory, then on the disk.
    public let covers: CoverStore
    /// The covers that the user has chosen.
    public let chosenCovers: ChosenCoverStore
    let orders = AlbumOrders()
    let texts = AlbumTexts()
    let facets = AlbumFacets()
    /// The row numbers of albums with a picture of their back beside their files.
    let backs = VersionedValue<Set<Int64>>()
    /// The computer's clock, in milliseconds since 1970, by which changes are ordered that several machines make.
    package let clock: @Sendable () -> Int64

    /// The reader of audio files and pictures.
    package var reader: MediaReader { covers.reader }

    /// Whether the library can only be read.
    var isReadOnly: Bool { !(pool is DatabasePool) }

    var databasePath: String { "\(libraryDirectory)/library.sqlite" }

    /// Opens the library in a folder, and creates what is missing.
    ///
    /// - Parameters:
    ///   - libraryDirectory: The folder of the library. If missing, it is created for its owner only.
    ///   - cacheDirectory: The folder for thumbnails, which can be recreated.
    ///   - reader: The reader of audio files and pictures.
    ///   - onLongWait: Called before migrating a large library of an earlier version, which takes seconds.
    ///   - clock: Returns the milliseconds since 1970; `nil` for the computer's clock.
    /// - Throws: A ``PersistencyError`` if the library's folder can't be created, or the file there is no library or a newer one.
    public init(
        libraryDirectory: String,
        cacheDirectory: String,
        reader: MediaReader = .inThisProcess,
        onLongWait: () -> Void = {},
        clock: (@Sendable () -> Int64)? = nil
    ) throws(PersistencyError) {
        try AtomicFile.createFolder(libraryDirectory)
        // From now on, a link that leads elsewhere changes nothing.
        let libraryDirectory = FileSystem.resolvedIfPossible(libraryDirectory)
        covers = CoverStore(cacheDirectory: FileSystem.resolvedIfPossible(cacheDirectory), reader: reader)
        chosenCovers = ChosenCoverStore(libraryDirectory: libraryDirectory, decoder: covers.decoder, reader: reader)
        pool = try Self.open(in: libraryDirectory, onLongWait: onLongWait)
        self.libraryDirectory = libraryDirectory
        self.clock = clock ?? { Date().milliseconds }
        if isReadOnly { return }
        AtomicFile.removeLeftovers(in: libraryDirectory)
        covers.removeLeftovers()
        chosenCovers.removeLeftovers()
        try takeEarlierShelves()
    }

    /// The number of albums from which on a migration takes long.
    static let longWait = 10_000

    /// Returns whether a folder contains a library, or might: opening it says why it can't be looked into.
    public static func isLibrary(_ directory: String) -> Bool {
        access("\(directory)/library.sqlite", F_OK) == 0 || ![ENOENT, ENOTDIR].contains(errno)
    }

    private static func open(in directory: String, onLongWait: () -> Void) throws(PersistencyError) -> any DatabaseWriter {
        let path = "\(directory)/library.sqlite"
        do {
            // SQLite protects each transaction, but not the steps between determining the migrations and performing them.
            let lock = try openingLock(in: directory)
            defer { withExtendedLifetime(lock) {} }
            return try openPool(at: path, onLongWait: onLongWait)
        } catch {
            guard error.reason == .notWritable, access(path, R_OK) == 0 else { throw error }
            return try openForReading(at: path)
        }
    }

    /// Waits until no other process creates or migrates the library.
    private static func openingLock(in directory: String) throws(PersistencyError) -> FileLock {
        let path = "\(directory)/library.lock"
        do {
            return try FileLock(.exclusive, at: path)
        } catch {
            throw PersistencyError(errno: error.code, path: path, doing: "opening")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyTimeout = .seconds(15)
        return configuration
    }

    /// Opens a read-only library.
    private static func openForReading(at path: String) throws(PersistencyError) -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        func queue() throws -> DatabaseQueue {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // SQLite accesses the files only now.
            let migrator = LibrarySchema.migrator
            if try queue.read(DatabaseMigrator.isForeign) { throw PersistencyError(.notADatabase, path: path, detail: "") }
            if try queue.read(migrator.hasBeenSuperseded) { throw PersistencyError(.newerSchema, path: path, detail: "") }
            // Nothing has been put into the file yet.
            if try !queue.read({ try $0.tableExists("album") }) { throw PersistencyError(.absent, path: Path.folder(of: path), detail: "") }
            if try !queue.read(migrator.hasCompletedMigrations) {
                throw PersistencyError(
                    .notWritable, path: path, detail: localized("The library was written by an earlier version of Sleeves."))
            }
            return queue
        }
        do {
            do {
                return try queue()
            } catch let error as DatabaseError where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode.primaryResultCode) {
                // SQLite would create its companion files, which are missing if no other process uses the library. If none has left changes
                // in them, it doesn't need them.
                var status = stat()
                guard stat("\(path)-wal", &status) != 0 || status.st_size == 0 else { throw error }
                configuration.immutable = true
                return try queue()
            }
        } catch {
            throw PersistencyError(error, path: path)
        }
    }

    /// The memory of a connection for pages of the database, in KiB: usually, and while the albums of lists are saved, whose places in the
    /// indexes are far apart.
    static let (cacheSize, importCacheSize) = (8_192, 16_384)

    private static func openPool(at path: String, onLongWait: () -> Void) throws(PersistencyError) -> DatabasePool {
        do {
            var configuration = configuration
            // An import uses every page many times, and evicted pages are written out each time. The log is checkpointed at forty MiB,
            // because a checkpoint waits for the disk. Statement journals are kept in memory: an import has a hundred thousand statements,
            // and each would write its pages to a file.
            configuration.prepareDatabase = {
                // Before the file gets a write-ahead log.
                if try DatabaseMigrator.isForeign($0) { throw PersistencyError(.notADatabase, path: path, detail: "") }
                try $0.execute(sql: "PRAGMA cache_size = \(-cacheSize); PRAGMA wal_autocheckpoint = 10000; PRAGMA temp_store = MEMORY")
            }
            makePrivate(path)
            let pool = try DatabasePool(path: path, configuration: configuration)
            let migrator = LibrarySchema.migrator
            if try pool.read(migrator.hasBeenSuperseded) {
                throw PersistencyError(.newerSchema, path: path, detail: "")
            }
            if try !pool.read(migrator.hasCompletedMigrations) {
                if try pool.read(countOfAlbumsBefore) > longWait { onLongWait() }
                try migrator.migrate(pool)
            }
            return pool
        } catch {
            throw PersistencyError(error, path: path)
        }
    }

    /// Makes the database readable by its owner only. SQLite gives its companions the same permissions when it creates them.
    ///
    /// An existing file isn't opened for that: closing it would release the locks that this process has on it.
    private static func makePrivate(_ path: String) {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { Glibc.close(descriptor) }
        for file in [path, "\(path)-wal", "\(path)-shm"] {
            var status = stat()
            // What can't be changed can't be written either, which is reported then.
            if stat(file, &status) == 0, status.st_mode & 0o077 != 0 { chmod(file, status.st_mode & 0o700) }
        }
    }

    private static func countOfAlbumsBefore(_ database: Database) throws -> Int {
        guard try database.tableExists("album") else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM album") ?? 0
    }

    /// Closes the database. The library must not be used after it.
    ///
    /// Not needed before the program ends: saved data is on the disk.
    public func close() throws(PersistencyError) {
        do { try pool.close() } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Reads the database as of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws(PersistencyError) -> Value {
        MainThread.assertMayWait()
        do { return try pool.read(body) } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Changes the database in one transaction. If the library is shared, what changes here is noted for the other machines.
    func write<Value>(_ body: (Database) throws -> Value) throws(PersistencyError) -> Value {
        MainThread.assertMayWait()
        do {
            return try pool.write { database in
                let value = try body(database)
                try SharedCatalogue(database, now: clock())?.stampChanges()
                return value
            }
        } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Returns a number that differs after each change by another program. Changes through this object don't count.
    package func othersVersion() throws(PersistencyError) -> Int64 {
        MainThread.assertMayWait()
        do {
            return try pool.writeWithoutTransaction(Self.fetchOthersVersion)
        } catch {
            throw PersistencyError(error, path: databasePath)
        }
    }

    /// Like ``othersVersion()``, but no thread waits while an import's transaction runs.
    package func othersVersionWhenIdle() async throws(PersistencyError) -> Int64 {
        do {
            return try await pool.writeWithoutTransaction(whenIdle: Self.fetchOthersVersion)
        } catch {
            throw PersistencyError(error, path: databasePath)
        }
    }

    /// SQLite counts for each connection what the others commit, and all changes of this program are made by one.
    private static let fetchOthersVersion: @Sendable (Database) throws -> Int64 = {
        try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0
    }

    /// Copies the database as of one moment, despite concurrent writers.
    func backup(to copy: DatabaseQueue) throws {
        try pool.backup(to: copy)
    }
}
