import Foundation
import Testing

extension UITests.WindowTests {
    /// Starts of the program by the desktop, and second starts.
    @MainActor
    @Suite("Starting")
    struct StartingTests {
        private static let identifier = "org.heedswift.Sleeves"

        @Test("Started over the bus, the installed program shows its window, imports what it is given there, and ends when it is told to")
        func busActivation() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let installed = try await InstalledSleeves.shared(in: scene)
                try await Self.publish(installed, on: stage, in: scene)
                let list = try Self.makeList(in: scene)

                #expect(try await Self.launch(["launch", Self.identifier], on: stage, in: scene) == 0)
                let process = try await Self.process(on: stage, in: scene)
                try await Eventually.holds("the window shows the welcome page") {
                    Self.texts(of: process).contains("Your Records Go Here")
                }
                #expect(try await Self.launch(["launch", Self.identifier, list], on: stage, in: scene) == 0)
                try await Eventually.holds("the window shows the list's album") { Self.texts(of: process).contains("Kettle Blues") }
                #expect(try await Self.process(on: stage, in: scene) == process)

                #expect(try await Self.launch(["action", Self.identifier, "quit"], on: stage, in: scene) == 0)
                try await Eventually.holds("the program has ended") { !ProcessTable.isRunning(process) }
            }
        }

        @Test("Files that are named when the program starts are imported, and the window shows them")
        func openingAtStart() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                let window = try await SleevesWindow.open(library, opening: [try Self.makeList(in: scene)], in: scene)
                try await Eventually.holds("the list's album is shown") { window.texts.contains("Kettle Blues") }
                #expect(try await SleevesCommand.list(library, in: scene).map(\.title) == ["Kettle Blues"])
            }
        }

        @Test("A second start with the same library ends, and the first window imports what it named; another library has its own window")
        func secondStart() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let list = try Self.makeList(in: scene)
                let library = "\(scene.folder)/library"
                let first = try await SleevesWindow.open(library, in: scene)
                try await Eventually.holds("the welcome page is shown") { first.texts.contains("Your Records Go Here") }

                // The same folder, by another name.
                let link = "\(scene.folder)/link"
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: library)
                let second = try scene.start(
                    SleevesCommand.path, ["open", "--library", link, list], environment: scene.environment(on: stage))
                #expect(try await second.finish() == 0)
                try await Eventually.holds("the first window shows the list's album") { first.texts.contains("Kettle Blues") }
                #expect(first.program.status == nil)

                let other = try await SleevesWindow.open("\(scene.folder)/other", in: scene)
                try await Eventually.holds("the other window is empty") { other.texts.contains("Your Records Go Here") }
                #expect(first.program.status == nil)
            }
        }

        @Test("The window has the program's icon, wherever it is installed")
        func icon() async throws {
            try await Scene.play { scene in
                let installed = try await InstalledSleeves(in: scene)
                let window = try await SleevesWindow.open("\(scene.folder)/library", with: installed.program, in: scene)
                let icon = try await Eventually.value("the window has an icon") {
                    let text = try await window.property("_NET_WM_ICON")
                    return text.contains("not found") ? nil : text
                }
                #expect(icon.contains("Icon ("))
                try FileManager.default.removeItem(atPath: "\(installed.share)/icons")
                let bare = try await SleevesWindow.open("\(scene.folder)/bare", with: installed.program, in: scene)
                try await Eventually.holds("it has another icon, or none") { try await bare.property("_NET_WM_ICON") != icon }
            }
        }

        @Test("A path that is not there is status 66, a mistyped command 64, a library that cannot be opened 65, and no window opens")
        func mistakes() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                let file = "\(scene.folder)/library/library.sqlite"
                try FileManager.default.createDirectory(atPath: "\(scene.folder)/library", withIntermediateDirectories: false)
                try Data("This is no database, but a text that is long enough to be seen as none.".utf8).write(to: URL(filePath: file))
                for (arguments, status, words) in [
                    (["open", "./nowhere"], 66, "The file or folder does not exist."),
                    (["lst"], 64, "neither a subcommand nor an existing file"),
                    (["open", "--library", "\(scene.folder)/library"], 65, "is not a library"),
                ] {
                    let program = try scene.start(SleevesCommand.path, arguments, environment: scene.environment(on: stage))
                    #expect(try await program.finish() == Int32(status))
                    #expect(program.errorText.contains(words))
                }
            }
        }

        // MARK: The desktop's part

        /// Has the bus know the installed program.
        private static func publish(_ installed: InstalledSleeves, on stage: Stage, in scene: Scene) async throws {
            let services = "\(stage.share)/dbus-1/services"
            try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
            let file = "\(identifier).service"
            try FileManager.default.copyItem(atPath: "\(installed.share)/dbus-1/services/\(file)", toPath: "\(services)/\(file)")
            try await callBus("ReloadConfig", [], on: stage, in: scene)
        }

        private static func launch(_ words: [String], on stage: Stage, in scene: Scene) async throws -> Int32? {
            try await scene.run(.launcher, words, on: stage).status
        }

        /// The process that owns the program's name.
        private static func process(on stage: Stage, in scene: Scene) async throws -> pid_t {
            try await Eventually.value("the program has its name") {
                let answer = try await callBus("GetConnectionUnixProcessID", [identifier], on: stage, in: scene)
                return answer.firstMatch(of: /uint32 (\d+)/).flatMap { pid_t($0.1) }
            }
        }

        @discardableResult
        private static func callBus(_ method: String, _ arguments: [String], on stage: Stage, in scene: Scene) async throws -> String {
            let bus = "org.freedesktop.DBus"
            let words = ["call", "--session", "--dest", bus, "--object-path", "/org/freedesktop/DBus", "--method", "\(bus).\(method)"]
            return try await scene.run(.busCalls, words + arguments, on: stage).outputText
        }

        private static func texts(of process: pid_t) -> [String] {
            AccessibleNode.application(process)?.all("label").map(\.name) ?? []
        }

        private static func makeList(in scene: Scene) throws -> String {
            let path = "\(scene.folder)/list.json"
            try Data(#"[{"title": "Kettle Blues", "artist": "Copper Weatherby Trio"}]"#.utf8).write(to: URL(filePath: path))
            return path
        }
    }
}
