import Foundation
import Testing

extension UITests.WindowTests {
    /// Files and texts that are dragged from another program and dropped on the window, over the display's own protocol.
    @MainActor
    @Suite("Dropping files")
    struct DroppingTests {
        private static let music = SleevesCommand.samples + "/Music"
        private static let picture = music + "/Conjunto Maré Mansa do Norte/1969 - Canção do Farol/cover.webp"

        @Test("A picture that is dropped on a cover is that album's cover, until that is undone; one on the details is the chosen album's")
        func picture() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let album = albums[try albums.coverless]
                let cover = { try await SleevesCommand.list(library, in: scene).first { $0.id == album.id }?.cover }
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                // The album is in view, but not in the middle.
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await window.drop(Self.picture, on: try await window.settledCover(of: album).frame)
                try await Eventually.holds("the album has a cover") { try await cover() == "present" }
                try await Eventually.holds("the strip shows it") { window.cover(of: album)?.hasPicture == true }
                try await window.expectSelection(albums[1])
                try await window.press("ctrl+z")
                try await window.expectSelection(album)
                try await Eventually.holds("the album has none again") { try await cover() == "missing" }

                try await window.drop(Self.picture, on: try await window.shown("heading"))
                try await Eventually.holds("the album has a cover") { try await cover() == "present" }
            }
        }

        @Test("A picture dropped as bytes is kept unchanged, without decoding")
        func bytes() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let album = albums[try albums.coverless]
                // The album is in view, but not in the middle.
                try await window.expectSelection(albums[0])
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await window.drop("--bytes", "image/webp", Self.picture, on: try await window.settledCover(of: album).frame)
                try await Eventually.holds("the album has a cover") {
                    try await SleevesCommand.list(library, in: scene).first { $0.id == album.id }?.cover == "present"
                }
                let original = try Data(contentsOf: URL(filePath: Self.picture))
                try await Eventually.holds("the original is kept, alone") {
                    let kept = try FileManager.default.contentsOfDirectory(atPath: "\(library)/covers")
                    return try kept.map { try Data(contentsOf: URL(filePath: "\(library)/covers/\($0)")) } == [original]
                }
            }
        }

        @Test("A music folder, a Discogs collection and a list are imported, wherever they are dropped")
        func places() async throws {
            try await Scene.play { scene in
                let collection = "\(scene.folder)/collection.csv"
                try Data("Artist,Title\nZebra Crossing,Stripes\n".utf8).write(to: URL(filePath: collection))
                let list = "\(scene.folder)/list.json"
                try Data(#"[{"title": "Twilight", "artist": "Zyx"}]"#.utf8).write(to: URL(filePath: list))
                let library = "\(scene.folder)/library"
                let window = try await SleevesWindow.open(library, in: scene)
                let button = try await Eventually.value("the welcome page is shown") {
                    window.frame?.first("push button", named: "Add a Music Folder…")?.frame
                }
                try await window.drop(Self.music, on: button)
                try await Eventually.holds("the folder's albums are there") { window.subtitle == "35 albums" }
                let covers = try await window.settledCovers()
                try await window.drop(collection, list, on: covers[0].frame)
                try await Eventually.holds("the lists' albums are there, too") { window.subtitle == "37 albums" }
                let titles = try await SleevesCommand.list(library, in: scene).map(\.title)
                #expect(Set(["Stripes", "Twilight"]).isSubset(of: titles))
                // The lists are no covers.
                try await Eventually.equal("the number of albums without a cover", 4) {
                    try await SleevesCommand.list(library, in: scene).count { $0.cover == "missing" }
                }
            }
        }

        @Test("A file of another kind changes nothing, and the window says what can be imported")
        func refused() async throws {
            try await Scene.play { scene in
                let text = "\(scene.folder)/text.txt"
                try Data("words".utf8).write(to: URL(filePath: text))
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let covers = try await window.settledCovers()
                let messages = SpokenMessages()
                try await window.drop(text, on: covers[0].frame)
                let words = "This is not a JPEG, PNG, WebP, GIF or AVIF picture. Choose a picture in one of these formats."
                try await Eventually.holds("it is shown") { window.texts.contains(words) }
                try await Eventually.holds("it is said to those who do not see it") { messages.include(words) }
                // Beside the covers.
                try await window.drop(text, on: Frame(x: 20, y: covers[0].frame.middle.y, width: 40, height: 40))
                try await Eventually.holds("it is shown, too") { window.texts.contains { $0.contains("This cannot be imported.") } }
                try await Eventually.holds("it is said, too") { messages.include("This cannot be imported.") }
                #expect(try await SleevesCommand.list(library, in: scene) == albums)
            }
        }
    }
}
