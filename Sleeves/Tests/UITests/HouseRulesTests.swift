import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("The desktop's house rules")
    struct HouseRulesTests {
        @Test("An import that is cancelled in the window leaves a whole library, and goes on from there")
        func cancelImport() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                let track = SleevesCommand.samples + "/Music/Cool Basement Stairs/1994 - Demos, Mostly/01 One Two Three Floor.mp3"
                // Without their tag: with it, all of them would be copies of one track.
                let tagged = try Data(contentsOf: URL(filePath: track))
                let bytes = tagged.dropFirst(10 + tagged[6..<10].reduce(0) { $0 << 7 | Int($1) })
                for folder in 0..<40 {
                    try FileManager.default.createDirectory(atPath: "\(music)/\(folder)", withIntermediateDirectories: true)
                    for file in 0..<10 { try bytes.write(to: URL(filePath: "\(music)/\(folder)/\(file).mp3")) }
                }
                let library = "\(scene.folder)/library"
                // As long as somebody else is writing the import waits, and so it cannot have ended before it is cancelled.
                let writer = try await LibraryWriter.ofNewLibrary(library, in: scene)
                let window = try await SleevesWindow.open(library, opening: [music], in: scene)
                let cancel = try await Eventually.value("the import shows its progress") {
                    window.frame?.first("push button", named: "Cancel").flatMap { $0.frame == nil ? nil : $0 }
                }
                // Heard, not read: reading so many tracks takes longer than a message stays.
                let messages = SpokenMessages()
                #expect(cancel.act())
                // GTK shows for a quarter of a second that a button is pressed, before it clicks.
                try await Eventually.holds("the import knows that it is to stop") { !cancel.has(ATSPI_STATE_SENSITIVE) }
                try writer.stop()
                try await Eventually.holds("the window says that it was stopped") { messages.include("The import was stopped.") }
                try await Eventually.holds("music can be added again") {
                    window.frame?.first("push button", named: "Add a Music Folder…")?.frame != nil || window.subtitle != nil
                }
                let albums = try await SleevesCommand.list(library, in: scene)
                // Never half a folder.
                #expect(albums.compactMap(\.trackCount).allSatisfy { $0 == 10 })
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)
                let whole = try await SleevesCommand.makeLibrary(of: music, in: scene)
                #expect(whole == library)
                #expect(try await SleevesCommand.list(library, in: scene).compactMap(\.trackCount) == Array(repeating: 10, count: 40))
            }
        }
    }
}
