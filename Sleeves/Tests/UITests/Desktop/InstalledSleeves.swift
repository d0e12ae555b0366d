import Foundation
import Testing

/// The program and all that belongs to it, as `make install` puts them.
@MainActor
struct InstalledSleeves {
    /// The folder that everything was put below.
    let root: String
    var program: String { "\(root)/usr/bin/sleeves" }
    var share: String { "\(root)/usr/share" }

    private let places: [String]

    /// Installs the program that these tests are built with.
    ///
    /// - Parameter isStaged: Whether the folder stands for the root of the system, as where a package is made.
    init(isStaged: Bool = false, in scene: Scene) async throws {
        try await self.init(at: "\(scene.folder)/system", isStaged: isStaged, in: scene)
    }

    private init(at root: String, isStaged: Bool, in scene: Scene) async throws {
        self.root = root
        places = isStaged ? ["DESTDIR=\(root)", "PREFIX=/usr"] : ["PREFIX=\(root)/usr"]
        try await make("install-files", in: scene)
    }

    /// An installation for tests that change nothing of it, which goes with this process.
    static func shared(isStaged: Bool = false, in scene: Scene) async throws -> InstalledSleeves {
        if let installed = shared[isStaged] { return installed }
        atexit { try? FileManager.default.removeItem(atPath: InstalledSleeves.sharedFolder) }
        let installed = try await InstalledSleeves(at: "\(sharedFolder)/\(isStaged)", isStaged: isStaged, in: scene)
        shared[isStaged] = installed
        return installed
    }

    private static var shared: [Bool: InstalledSleeves] = [:]
    private nonisolated static let sharedFolder = "/tmp/sleeves-installed-\(getpid())"

    /// Takes everything away.
    func uninstall(in scene: Scene) async throws {
        try await make("uninstall", in: scene)
    }

    /// The files, from the root on, in the order of their names.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        return all.filter(isFile).sorted()
    }

    /// Runs a command of the program in a person's language.
    func run(_ arguments: String..., variables: [String: String], in scene: Scene) async throws -> SleevesCommand.Result {
        let environment = scene.bareEnvironment.merging(variables) { $1 }
        let started = try scene.start(program, arguments, environment: environment)
        let status = try await started.finish()
        return SleevesCommand.Result(status: status, output: started.outputText, errors: started.errorText)
    }

    private func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    private func make(_ target: String, in scene: Scene) async throws {
        let repository = URL(filePath: SleevesCommand.samples).appending(path: "../..").standardizedFileURL.path(percentEncoded: false)
        let words = ["-C", repository, target, "PROGRAM=\(try SleevesCommand.path)"] + places
        let make = try scene.start(Tool.make.path, words)
        guard try await make.finish() == 0 else { throw NotMade(target: target, errors: make.errorText) }
    }

    struct NotMade: Error {
        let target: String
        let errors: String
    }
}
