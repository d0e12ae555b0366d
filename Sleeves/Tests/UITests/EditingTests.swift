import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Changing albums")
    struct EditingTests {
        @Test("A title that was edited is listed by the command; keys take it back and do it again")
        func edit() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+e")
                let dialog = try await window.dialog("Edit Album")
                let title = try #require(dialog.all("text").first { $0.name == "Title" })
                try await Eventually.holds("the title has the keyboard") { title.has(ATSPI_STATE_FOCUSED) }

                // An album without a title is not one: the window says so, and saves nothing.
                try await window.press("ctrl+a", "BackSpace")
                try await Eventually.holds("the problem is said beside the field") {
                    dialog.all("label").contains { $0.name == "An album needs a title. Enter one." && $0.frame != nil }
                        && title.description == "An album needs a title. Enter one."
                }
                try await window.press("Return")
                try await window.type("Renamed <& then>")
                try await window.press("Return")
                let name = { try await SleevesCommand.list(library, in: scene).first { $0.id == albums[0].id }?.title }
                try await Eventually.holds("the title is listed") { try await name() == "Renamed <& then>" }
                try await Eventually.holds("the window shows it") { window.details["Album"] == "Renamed <& then>" }

                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+z")
                try await Eventually.holds("the old title is listed") { try await name() == albums[0].title }
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+shift+z")
                try await Eventually.holds("the new title is listed again") { try await name() == "Renamed <& then>" }

                // What the source says can be had back.
                try await Eventually.holds("the window shows it") { window.details["Album"] == "Renamed <& then>" }
                try await window.press("ctrl+e")
                let again = try await window.dialog("Edit Album")
                let reset = try #require(again.first("push button", named: "Reset to Original Values"))
                #expect(reset.act())
                try await Eventually.holds("the old title is listed") { try await name() == albums[0].title }
            }
        }

        @Test("Several selected albums are edited together: what is left alone stays in each, and it is one step of undo")
        func editMany() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                let library = "\(scene.folder)/library"
                try await window.expectPage(of: albums[0])
                try await window.press("shift+Right", "shift+Right")
                try await Eventually.holds("the window says how many are selected") { window.texts.contains("3 albums selected") }
                try await window.press("ctrl+e")
                let dialog = try await window.dialog("Edit 3 Albums")
                #expect(dialog.all("text").map(\.name) == ["Artist", "Year", "Genre"])
                let artist = try #require(dialog.all("text").first { $0.name == "Artist" })
                try await Eventually.holds("the artist has the keyboard") { artist.has(ATSPI_STATE_FOCUSED) }
                try await window.press("Tab", "Tab")
                try await window.type("Library Music")
                try await window.press("Return")
                let listed = { try await SleevesCommand.list(library, in: scene) }
                let ids = Set(albums.prefix(3).map(\.id))
                try await Eventually.holds("all three have the genre") {
                    try await listed().filter { $0.genre == "Library Music" }.count == 3
                }
                for album in try await listed() where ids.contains(album.id) {
                    let before = try #require(albums.first { $0.id == album.id })
                    #expect(album.title == before.title && album.artist == before.artist && album.year == before.year)
                }
                try await window.focusWindow(named: "Sleeves")
                try await window.press("ctrl+z")
                try await Eventually.holds("one step takes all of it back") {
                    try await listed().map(\.genre) == albums.map(\.genre)
                }
            }
        }

        @Test("The selected albums are exported by key, and no others")
        func exportMany() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openWall(in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("shift+Right")
                try await Eventually.holds("the window says how many are selected") { window.texts.contains("2 albums selected") }
                try await window.press("ctrl+shift+x")
                let chooser = try await window.dialog("Export to a .csv or .json File")
                try await Eventually.holds("a name is proposed") { chooser.first("text")?.name != nil }
                let path = "\(scene.folder)/two.json"
                try await window.press("ctrl+a")
                try await window.type(path)
                try await window.press("Return")
                try await Eventually.holds("it is said; there is \(window.texts)") {
                    window.texts.contains("Exported 2 albums to \(path).")
                }
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(albums.prefix(2).allSatisfy { text.contains($0.title) } && !text.contains(albums[5].title))
            }
        }

        @Test("An album that was removed comes back by the toast's button, and by the key after a restart; its files stay")
        func remove() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.copyItem(atPath: SleevesCommand.samples + "/Music", toPath: music)
                let files = try FileManager.default.subpathsOfDirectory(atPath: music).sorted()
                let library = try await SleevesCommand.makeLibrary(of: music, in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let rest = Array(albums.dropFirst())

                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                let messages = SpokenMessages()
                try await window.press("Delete")
                try await window.expectSelection(albums[1])
                #expect(try await SleevesCommand.list(library, in: scene) == rest)
                try await Eventually.holds("it is said to those who do not see it") {
                    messages.include("Removed “\(albums[0].title)”")
                }
                let undo = try await Eventually.value("there is a button") {
                    window.frame?.first("push button", named: "Undo")?.frame
                }
                try await window.click(undo)
                try await Eventually.holds("the album is back") { try await SleevesCommand.list(library, in: scene) == albums }

                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await Eventually.holds("the album is gone") { try await SleevesCommand.list(library, in: scene) == rest }
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)

                let second = try await SleevesWindow.open(library, in: scene)
                try await second.expectSelection(albums[1])
                try await second.press("ctrl+z")
                try await Eventually.holds("the album is back") { try await SleevesCommand.list(library, in: scene) == albums }
                #expect(try FileManager.default.subpathsOfDirectory(atPath: music).sorted() == files)
            }
        }

        @Test("A picture that is chosen from a file is the album's cover, until that is undone")
        func cover() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                let album = albums[try albums.coverless]
                try await window.press("Right", toReach: album)
                try await window.choose("Choose a Cover…", from: "Change the Album")
                let picture = SleevesCommand.samples + "/Music/Conjunto Maré Mansa do Norte/1969 - Canção do Farol/cover.webp"
                try FileManager.default.copyItem(atPath: picture, toPath: "\(scene.folder)/cover.webp")
                try await window.answerChooser("Choose a Cover", path: "\(scene.folder)/cover.webp")
                let cover = { try await SleevesCommand.list(library, in: scene).first { $0.id == album.id }?.cover }
                try await Eventually.holds("the album has a cover") { try await cover() == "present" }
                try await Eventually.holds("the strip shows it") { window.covers.first { $0.isSelected }?.hasPicture == true }
                try await window.press("ctrl+z")
                try await Eventually.holds("the album has none again") { try await cover() == "missing" }
            }
        }
    }
}
