import Foundation
import Heed
import SleevesLibrary
import SleevesNetworking
import Testing

/// The folder and the windows of one test. All of it goes when the test ends, well or badly.
@MainActor
final class Scene {
    /// A folder of the test's own.
    let folder: String
    /// Whether windows that open from now on animate.
    var animates = false
    /// Whether windows that open from now on are dark.
    var isDark = false
    /// With how many pixels for each of a length, in both directions, windows that open from now on are drawn.
    var scale = 1
    private var windows: [SleevesWindow] = []

    /// Runs a test.
    static func play<Value>(_ body: (Scene) async throws -> Value) async throws -> Value {
        let scene = try Scene()
        do {
            let value = try await body(scene)
            try await scene.clear()
            return value
        } catch {
            try await scene.clear()
            throw error
        }
    }

    private init() throws {
        // Short, so that a file chooser shows all of its path.
        folder = FileManager.default.temporaryDirectory.path + "/sleeves-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// Keeps a window for as long as the test runs.
    func keep(_ window: SleevesWindow) {
        windows.append(window)
    }

    private func clear() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for window in windows.reversed() { try await window.end() }
    }

    // MARK: Libraries

    /// Makes a library of the sample collection: a copy of the first one of this process.
    ///
    /// - Returns: The library's folder.
    func makeLibrary(named name: String = "library") async throws -> String {
        try await makeLibrary(named: name, like: "samples") { try await Self.fill($0, with: [Self.sampleMusic]) }
    }

    /// Makes a library: a copy of the first one of a kind in this process.
    ///
    /// - Parameter fill: Fills the first one.
    /// - Returns: The library's folder.
    func makeLibrary(
        named name: String = "library", like kind: String, fill: (_ folder: String) async throws -> Void
    ) async throws -> String {
        let library = "\(folder)/\(name)"
        let first = "\(Self.firstOnes)/\(kind)"
        if !FileManager.default.fileExists(atPath: first) { try await fill(first) }
        try FileManager.default.copyItem(atPath: first, toPath: library)
        return library
    }

    /// Makes a library of a folder or a list.
    ///
    /// - Returns: The library's folder.
    func makeLibrary(of path: String, named name: String = "library") async throws -> String {
        let library = "\(folder)/\(name)"
        try await Self.fill(library, with: [path])
        return library
    }

    /// Imports into a library, which needn't be there yet.
    nonisolated static func fill(_ folder: String, with paths: [String]) async throws {
        let persistency = try persistency(of: folder)
        let library = open(persistency)
        try await library.importAlbums(at: paths)
        await library.shutdown()
        // Something may have the library for a moment yet. Its files come and go until it is closed, and a copy of them fails.
        try persistency.close()
    }

    /// Removes albums from a library, as another program would.
    nonisolated static func remove(_ albums: [ListedAlbum], from folder: String) async throws {
        let library = try open(folder)
        _ = try await library.remove(albums.map(\.id))
        await library.shutdown()
    }

    /// The albums of a library.
    nonisolated static func list(_ folder: String, sort: AlbumSort = .artist) async throws -> [ListedAlbum] {
        guard PersistencyManager.isLibrary(folder) else { return [] }
        return try open(folder).records(order: AlbumOrder(sort)).map(ListedAlbum.init)
    }

    /// The contents of a library's albums, as the command counts them.
    nonisolated static func statistics(of folder: String) async throws -> LibraryStatistics {
        try await open(folder).statistics(limit: 10)
    }

    /// The sample music of the repository.
    nonisolated static var sampleMusic: String {
        URL(filePath: #filePath).appending(path: "../../../../Samples/Music").standardizedFileURL.path(percentEncoded: false)
    }

    /// The folder of the libraries that tests copy. Goes when the tests end.
    private static let firstOnes: String = {
        atexit { try? FileManager.default.removeItem(atPath: Scene.path) }
        return path
    }()
    private nonisolated static let path = FileManager.default.temporaryDirectory.path + "/sleeves-libraries-\(UUID().uuidString)"

    /// Opens a library without a window, as another program would.
    private nonisolated static func open(_ folder: String) throws -> LibraryAPI { open(try persistency(of: folder)) }

    private nonisolated static func open(_ persistency: PersistencyManager) -> LibraryAPI {
        LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
    }

    private nonisolated static func persistency(of folder: String) throws -> PersistencyManager {
        try PersistencyManager(libraryDirectory: folder, cacheDirectory: folder + "/cache")
    }
}
