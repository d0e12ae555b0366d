import Foundation

/// The program and all that belongs to it, as `make install` puts them.
@MainActor
struct InstalledSleeves {
    /// What stands for the root of the system.
    let root: String
    var program: String { "\(root)/usr/bin/sleeves" }
    var share: String { "\(root)/usr/share" }

    /// Installs the program that these tests are built with.
    init(in scene: Scene) async throws {
        root = "\(scene.folder)/system"
        try await Self.make("install-files", root, scene)
    }

    /// Takes everything away.
    func uninstall(in scene: Scene) async throws {
        try await Self.make("uninstall", root, scene)
    }

    /// The files, from the root on, in the order of their names.
    var files: [String] {
        let all = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
        return all.filter { Self.isFile("\(root)/\($0)") }.sorted()
    }

    /// Runs a command of the program in a person's language.
    func run(_ arguments: String..., variables: [String: String], in scene: Scene) async throws -> SleevesCommand.Result {
        let environment = scene.bareEnvironment.merging(variables) { $1 }
        let started = try scene.start(program, arguments, environment: environment)
        let status = try await started.finish()
        return SleevesCommand.Result(status: status, output: started.outputText, errors: started.errorText)
    }

    private static func isFile(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
    }

    private static func make(_ target: String, _ root: String, _ scene: Scene) async throws {
        let repository = URL(filePath: SleevesCommand.samples).appending(path: "../..").standardizedFileURL.path(percentEncoded: false)
        let words = ["-C", repository, target, "DESTDIR=\(root)", "PREFIX=/usr", "PROGRAM=\(try SleevesCommand.path)"]
        let make = try scene.start(Tool.make.path, words)
        guard try await make.finish() == 0 else { throw NotMade(target: target, errors: make.errorText) }
    }

    struct NotMade: Error {
        let target: String
        let errors: String
    }
}
