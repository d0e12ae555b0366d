import Foundation
import Testing

extension UITests {
    @MainActor
    @Suite("The processes that read files")
    struct ReaderEndingTests {
        @Test("Start with an import, and end when the program is killed")
        func killed() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                let track = SleevesCommand.samples + "/Music/Cool Basement Stairs/1994 - Demos, Mostly/01 One Two Three Floor.mp3"
                let bytes = try Data(contentsOf: URL(filePath: track))
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                for file in 0..<200 { try bytes.write(to: URL(filePath: "\(music)/\(file).mp3")) }
                let library = "\(scene.folder)/library"
                let writer = try await LibraryWriter.ofNewLibrary(library, in: scene)
                let program = try scene.start(
                    SleevesCommand.path, ["import", "--library", library, music], environment: scene.bareEnvironment)
                // From when it knows of files on, the import reads them, and waits before it notes what they say.
                _ = try await writer.letOthersWrite(until: .file)
                let readers = try await Eventually.value("readers have started") {
                    let children = ProcessTable.descendants(of: program.identifier)
                    return children.isEmpty ? nil : children
                }
                #expect(readers.count <= ProcessInfo.processInfo.activeProcessorCount)
                program.send(SIGKILL)
                try await Eventually.holds("the readers have ended") { !readers.contains(where: ProcessTable.isRunning) }
            }
        }
    }
}
