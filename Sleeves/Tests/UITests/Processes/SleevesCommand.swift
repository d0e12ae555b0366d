import Foundation
import Testing

/// The real program, from the build directory that these tests are from.
@MainActor
enum SleevesCommand {
    /// The result of a command that ended.
    struct Result {
        let status: Int32
        let output: String
        let errors: String
        /// The most memory that it has had at once, in KiB; 0 if that isn't known.
        var peakMemory = 0
    }

    /// The executable.
    static var path: String {
        get throws { try path(of: "sleeves") }
    }

    /// An executable of this package. It lies beside the tests' own, whatever the build directory and the configuration.
    static func path(of product: String) throws -> String {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = tests.deletingLastPathComponent().appending(path: product).path(percentEncoded: false)
        guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
        return path
    }

    /// The sample music of the repository.
    static var samples: String {
        URL(filePath: #filePath).appending(path: "../../../../Samples").standardizedFileURL.path(percentEncoded: false)
    }

    /// Runs a command to its end.
    ///
    /// - Parameter variables: What stands in the environment instead of what usually does.
    static func run(_ arguments: String..., variables: [String: String] = [:], in scene: Scene) async throws -> Result {
        try await run(arguments: arguments, variables: variables, in: scene)
    }

    static func run(arguments: [String], variables: [String: String] = [:], in scene: Scene) async throws -> Result {
        let program = try scene.start(path, arguments, environment: scene.bareEnvironment.merging(variables) { $1 })
        let status = try await program.finish()
        return Result(status: status, output: program.outputText, errors: program.errorText, peakMemory: program.peakMemory)
    }

    /// Makes a library by the real import. On a stage, that of the sample collection is a copy of the first one there.
    ///
    /// - Returns: The library's folder.
    static func makeLibrary(of path: String = samples + "/Music", named name: String = "library", in scene: Scene) async throws -> String {
        let library = "\(scene.folder)/\(name)"
        if path == samples + "/Music", let stage = Stage.current, !FileManager.default.fileExists(atPath: library) {
            try FileManager.default.copyItem(atPath: try await stage.sampleLibrary, toPath: library)
            return library
        }
        try await fill(library, with: path, in: scene)
        return library
    }

    /// Imports into a library, which needn't be there yet.
    static func fill(_ library: String, with path: String = samples + "/Music", in scene: Scene) async throws {
        let result = try await run("import", "--library", library, path, in: scene)
        guard result.status == 0 else { throw Failed(result: result) }
    }

    /// The output of `sleeves list --format json`; nothing for a library that no program has made yet.
    static func list(_ library: String, sort: String = "artist", in scene: Scene) async throws -> [ListedAlbum] {
        guard FileManager.default.fileExists(atPath: library + "/library.sqlite") else { return [] }
        let result = try await run("list", "--library", library, "--format", "json", "--sort", sort, in: scene)
        guard result.status == 0 else { throw Failed(result: result) }
        return try JSONDecoder().decode([ListedAlbum].self, from: Data(result.output.utf8))
    }

    struct NotBuilt: Error, CustomStringConvertible {
        let path: String
        var description: String { "there is no \(path); build the program first: swift build" }
    }

    struct Failed: Error, CustomStringConvertible {
        let result: Result
        var description: String { "sleeves ended with status \(result.status): \(result.errors)" }
    }
}

extension [ListedAlbum] {
    /// The place of the sample album without a cover. In the order of the artists, it is the third.
    var coverless: Int {
        get throws {
            guard let place = firstIndex(where: { $0.title == "Demos, Mostly" && $0.cover == "missing" }) else { throw NoCoverless() }
            return place
        }
    }
}

struct NoCoverless: Error {}

/// An album as the command lists it.
struct ListedAlbum: Decodable, Equatable {
    let id: String
    let title: String
    let artist: String
    let year: Int?
    let genre: String?
    let trackCount: Int?
    let cover: String
    let coverURL: String?
    let source: String

    /// The name in the window.
    var heading: String { "\(artist) – \(title)\(year.map { ", \($0)" } ?? "")" }

    /// The description in the window, without what isn't known.
    var details: [String: String] {
        ["Artist": artist, "Album": title, "Genre": genre, "Year": year.map(String.init), "Tracks": trackCount.map(String.init)]
            .compactMapValues(\.self)
    }
}
