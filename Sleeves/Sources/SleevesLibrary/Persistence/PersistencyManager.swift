internal import FoundationEssentials
internal import Glibc
internal import SQLite
internal import Localization

/// Keeps the library on the disk: albums and tracks in a database, covers as files, and where the window was left.
///
/// Everything lies in two folders of the person's own: `library.sqlite`, `state.json` and the covers that the person has chosen in the library
/// folder, thumbnails in the cache folder. Several processes may use one library at the same time.
///
/// ## Behavior
///
/// - A change is one transaction: an interrupted import leaves the old library or the new one, whole.
/// - A reader sees the library as of one moment, and does not wait for a writer.
/// - A library of a newer version is refused, not changed.
/// - A library that may not be written can be read; what would change it fails.
/// - A row that is damaged costs that row.
///
/// - Threading: Everything may be called from any thread. The calls wait for the disk, so the main thread is no place for the long ones.
public final class PersistencyManager: Sendable {
    // pool: synchronises itself; one writer, several readers. Where the library may not be written, one reader.
    // orders: synchronises itself.
    // The rest never changes.

    private let pool: any DatabaseWriter
    /// The folder with the database and the window's state.
    public let libraryDirectory: String
    /// The covers: in memory, then on the disk.
    public let covers: CoverStore
    /// The covers that the person has chosen.
    public let chosenCovers: ChosenCoverStore
    let orders = AlbumOrders()

    /// Who reads audio files and pictures.
    var reader: MediaReader { covers.reader }

    var databasePath: String { "\(libraryDirectory)/library.sqlite" }

    /// Opens the library in a folder, and creates what is not there yet.
    ///
    /// - Parameters:
    ///   - libraryDirectory: Where the library lies. Created for its owner only if it is not there.
    ///   - cacheDirectory: Where thumbnails may be kept; they can be made anew.
    ///   - reader: Who reads audio files and pictures.
    ///   - onLongWait: Called before a large library of an earlier version is brought up to date, which takes seconds.
    /// - Throws: A ``PersistencyError`` where the library's folder can not be created, or the file there is no library or a newer one.
    public init(
        libraryDirectory: String,
        cacheDirectory: String,
        reader: MediaReader = .inThisProcess,
        onLongWait: () -> Void = {}
    ) throws(PersistencyError) {
        try AtomicFile.createFolder(libraryDirectory)
        covers = CoverStore(cacheDirectory: cacheDirectory, reader: reader)
        chosenCovers = ChosenCoverStore(libraryDirectory: libraryDirectory, decoder: covers.decoder, reader: reader)
        pool = try Self.open(in: libraryDirectory, onLongWait: onLongWait)
        self.libraryDirectory = libraryDirectory
    }

    /// How many albums a library may have before bringing it up to date is a long wait.
    static let longWait = 10_000

    /// Whether there is a library in a folder.
    public static func isLibrary(_ directory: String) -> Bool {
        access("\(directory)/library.sqlite", F_OK) == 0
    }

    private static func open(in directory: String, onLongWait: () -> Void) throws(PersistencyError) -> any DatabaseWriter {
        let path = "\(directory)/library.sqlite"
        do {
            return try OpeningLock.withLock(in: directory) { () throws(PersistencyError) -> any DatabaseWriter in
                try openPool(at: path, onLongWait: onLongWait)
            }
        } catch {
            guard error.reason == .notWritable, access(path, R_OK) == 0 else { throw error }
            return try openForReading(at: path)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyTimeout = .seconds(15)
        return configuration
    }

    /// Opens a library that may not be written.
    private static func openForReading(at path: String) throws(PersistencyError) -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        func queue() throws -> DatabaseQueue {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            // SQLite looks at the files only now.
            let migrator = LibrarySchema.migrator
            if try queue.read(migrator.hasBeenSuperseded) { throw PersistencyError(.newerSchema, path: path, detail: "") }
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
                // Without the files of other processes beside it, SQLite would make them. Where none has left changes behind, it need not.
                var status = stat()
                guard stat("\(path)-wal", &status) != 0 || status.st_size == 0 else { throw error }
                configuration.immutable = true
                return try queue()
            }
        } catch {
            throw PersistencyError(error, path: path)
        }
    }

    private static func openPool(at path: String, onLongWait: () -> Void) throws(PersistencyError) -> DatabasePool {
        do {
            var configuration = configuration
            // Eight MiB of pages, because an import touches every page many times, and what does not fit is written out each time. Forty
            // MiB of changes before they are moved to their place, because that waits for the disk. In memory, not in a file, what one
            // statement would need to be taken back: an import has a hundred thousand statements, and each would write its pages there.
            configuration.prepareDatabase = {
                try $0.execute(sql: "PRAGMA cache_size = -8192; PRAGMA wal_autocheckpoint = 10000; PRAGMA temp_store = MEMORY")
            }
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

    private static func countOfAlbumsBefore(_ database: Database) throws -> Int {
        guard try database.tableExists("album") else { return 0 }
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM album") ?? 0
    }

    /// Closes the database. Nothing may be asked of the library after it.
    ///
    /// Not needed before the program ends: what was saved is on the disk.
    public func close() throws(PersistencyError) {
        do { try pool.close() } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Reads the database as of one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws(PersistencyError) -> Value {
        MainThread.assertMayWait()
        do { return try pool.read(body) } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Changes the database in one transaction.
    func write<Value>(_ body: (Database) throws -> Value) throws(PersistencyError) -> Value {
        MainThread.assertMayWait()
        do { return try pool.write(body) } catch { throw PersistencyError(error, path: databasePath) }
    }

    /// Copies the database as it is at one moment, whoever writes meanwhile.
    func backup(to copy: DatabaseQueue) throws {
        try pool.backup(to: copy)
    }
}
