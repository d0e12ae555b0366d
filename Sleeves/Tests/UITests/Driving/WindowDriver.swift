import Foundation
import Testing

/// Drives a window at random, and notices when that ends it, leaves it blank, or has GTK warn.
@MainActor
final class WindowDriver {
    private let library: String
    private let scene: Scene
    private let checker: MemoryChecker?
    private var window: SleevesWindow
    private var input: RandomInput
    private var log: [String] = []

    /// Opens a window on a library of its own.
    init(seed: UInt64, checker: MemoryChecker?, in scene: Scene) async throws {
        (self.scene, self.checker) = (scene, checker)
        input = RandomInput(seed: seed)
        library = try await SleevesCommand.makeLibrary(in: scene)
        window = try await Self.open(library, checker, scene)
    }

    /// Does one thing.
    ///
    /// - Throws: ``Ended`` if the window has ended, ``Complained`` if GTK has warned, and ``Eventually/TooLate`` if the window stays blank.
    func step() async throws {
        let step = input.next()
        log.append("\(step)")
        try await perform(step)
        // The keyboard may have found the close button.
        if window.program.status == 0 { window = try await Self.open(library, checker, scene) }
        if let status = window.program.status {
            let misuses = try checker?.complaints().joined(separator: "\n") ?? ""
            throw Ended(status: status, last: log.suffix(12), errors: misuses + window.program.errorText.prefix(4_000))
        }
        try await expectContents()
    }

    /// A window is never of one colour, apart from a moment after a change.
    private func expectContents() async throws {
        if let complaint = window.program.complaints.first {
            _ = try? await window.program.finish(within: .seconds(30))
            throw Complained(complaint: complaint, last: log.suffix(12), errors: String(window.program.errorText.prefix(4_000)))
        }
        try await Eventually.holds("the window shows something, after \(log.suffix(12).joined(separator: "; "))") {
            if window.program.status != nil { return true }
            return try await window.showsSomething()
        }
    }

    private func restart(byKey: Bool) async throws {
        if byKey {
            // A dialog may take the key, or it may be the name of something that is being edited.
            try await window.focusNewest()
            try await window.press("ctrl+q")
            _ = try? await window.program.finish(within: .seconds(2))
        }
        window.program.send(SIGTERM)
        let status = try await window.program.finish()
        guard status == 0 else { throw Ended(status: status, last: log.suffix(12), errors: String(window.program.errorText.prefix(4_000))) }
        if let complaint = window.program.complaints.first { throw Complained(complaint: complaint, last: log.suffix(12)) }
        do { window = try await Self.open(library, checker, scene) } catch let error as Stage.Ended {
            throw Ended(status: error.status, last: log.suffix(12), errors: "\(error.errors); the library is kept in \(try keepLibrary())")
        }
    }

    /// Keeps the library for the person who looks into a failure.
    private func keepLibrary() throws -> String {
        let path = "\(FileManager.default.temporaryDirectory.path)/sleeves-library-\(UUID().uuidString)"
        try FileManager.default.copyItem(atPath: library, toPath: path)
        return path
    }

    /// The window still shows and hears, and ends as it should.
    func finish() async throws {
        try await Eventually.holds("the window answers") { window.frame != nil }
        window.program.send(SIGTERM)
        let status = try await window.program.finish()
        #expect(status == 0, "after \(log.suffix(12)): \(window.program.errorText.prefix(4_000))")
        if let checker { #expect(try checker.complaints() == []) }
    }

    private static func open(_ library: String, _ checker: MemoryChecker?, _ scene: Scene) async throws -> SleevesWindow {
        // A misuse of GTK ends the program, so that its backtrace shows where.
        let variables = ["G_SLICE": "always-malloc", "G_DEBUG": "fatal-criticals"]
        let window = try await SleevesWindow.open(library, with: checker?.program, variables: variables, in: scene)
        // Nothing is selected in an empty library, or where a search that was restored finds nothing.
        try await Eventually.holds("the window shows something") { try await window.showsSomething() }
        return window
    }

    private func perform(_ step: RandomInput.Step) async throws {
        switch step {
        case .keys(let keys, let milliseconds): try await window.press(keys, every: milliseconds)
        case .text(let text): try await window.type(text)
        case .click(let x, let y, let button, let times): try await window.click(thousandths: (x, y), button: button, times: times)
        case .drag(let x, let y, let distance): try await window.drag(thousandths: (x, y), by: distance)
        case .resize(let width, let height): try await window.setSize(width: width, height: height)
        case .command(let command): try await run(command)
        case .focus: try await window.focusNewest()
        case .restart(let byKey): try await restart(byKey: byKey)
        }
    }

    private func run(_ command: RandomInput.Command) async throws {
        switch command {
        case .remove:
            let albums = try await SleevesCommand.list(library, in: scene)
            guard albums.count > 1 else { return }
            _ = try await SleevesCommand.run("remove", "--library", library, albums[input.number(below: albums.count)].id, in: scene)
        case .undo: _ = try await SleevesCommand.run("undo", "--library", library, in: scene)
        case .redo: _ = try await SleevesCommand.run("redo", "--library", library, in: scene)
        case .importAgain: _ = try await SleevesCommand.run("import", "--library", library, SleevesCommand.samples + "/Music", in: scene)
        case .importLongList:
            // More than fit into the window.
            let path = "\(scene.folder)/long-\(log.count).json"
            let entries = (0..<300).map { #"{"title": "Long \#(log.count), \#($0)", "artist": "Driver \#($0 % 7)"}"# }
            try "[\(entries.joined(separator: ","))]".write(toFile: path, atomically: true, encoding: .utf8)
            _ = try await SleevesCommand.run("import", "--library", library, path, in: scene)
        case .importList:
            let path = "\(scene.folder)/list-\(log.count).json"
            let text = #"[{"title": "Album \#(log.count)", "artist": "Driver", "year": 1999, "coverURL": "http://127.0.0.1:9/x.jpg"}]"#
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            _ = try await SleevesCommand.run("import", "--library", library, path, in: scene)
        case .importWishes:
            // The same list each time, with others that are wanted.
            let path = "\(scene.folder)/wants.json"
            let wants = (log.count..<log.count + 5).map { number in
                #"{"id": \#(number), "basic_information": {"id": \#(number), "title": "Wish \#(number)", "artists": [{"name": "Driver"}]}}"#
            }
            try #"{"wants": [\#(wants.joined(separator: ","))]}"#.write(toFile: path, atomically: true, encoding: .utf8)
            _ = try await SleevesCommand.run("import", "--library", library, path, in: scene)
        }
    }

    /// GTK has warned.
    struct Complained: Error, CustomStringConvertible {
        let complaint: String
        let last: ArraySlice<String>
        var errors = ""

        var description: String { "\(complaint) after \(last.joined(separator: "; ")): \(errors)" }
    }

    /// The window has ended in the middle of it.
    struct Ended: Error, CustomStringConvertible {
        let status: Int32
        let last: ArraySlice<String>
        let errors: String

        var description: String { "it ended with status \(status) after \(last.joined(separator: "; ")): \(errors)" }
    }
}
