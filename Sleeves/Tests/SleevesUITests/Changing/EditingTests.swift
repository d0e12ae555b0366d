import CAdwaita
import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Changing albums")
    struct EditingTests {
        /// An album as another program lists it.
        private static func listed(_ album: ListedAlbum, in scene: Scene) async throws -> ListedAlbum? {
            try await Scene.list("\(scene.folder)/library").first { $0.id == album.id }
        }

        @Test("A title that was edited is in the library; keys take it back and do it again")
        func edit() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let problem = "An album needs a title. Enter one."
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+e")
                try await window.dialog("Edit Album")
                try await window.equal("Title") { $0.focusedName }

                // An album without a title is not one: the window says so, and saves nothing.
                try await window.press("ctrl+a", "BackSpace")
                try await window.holds("the problem is said beside the field") { content in
                    let field = content.field("Title", of: "Edit Album")
                    return content.texts(of: "Edit Album").contains(problem)
                        && [field?.description, field?.parent?.description].contains(problem)
                }
                try await window.press("Return")
                try await window.type("Renamed <& then>")
                try await window.press("Return")
                try await window.equal("Renamed <& then>") { $0.details["Album"] }
                #expect(try await Self.listed(albums[0], in: scene)?.title == "Renamed <& then>")

                try await window.expectNoDialog()
                try await window.press("ctrl+z")
                try await window.expectSelection(albums[0])
                #expect(try await Self.listed(albums[0], in: scene) == albums[0])
                try await window.press("ctrl+shift+z")
                try await window.equal("Renamed <& then>") { $0.details["Album"] }
                #expect(try await Self.listed(albums[0], in: scene)?.title == "Renamed <& then>")

                // What the source says can be had back.
                try await window.press("ctrl+e")
                try await window.dialog("Edit Album")
                try await window.use("Reset to Original Values", in: "Edit Album")
                try await window.expectSelection(albums[0])
                #expect(try await Self.listed(albums[0], in: scene)?.title == albums[0].title)
            }
        }

        @Test("Several selected albums are edited together: what is left alone stays in each, and it is one step of undo")
        func editMany() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                let library = "\(scene.folder)/library"
                try await window.expectPage(of: albums[0])
                try await window.press("shift+Right", "shift+Right")
                try await window.holds("the window says how many are selected") { $0.texts.contains("3 albums selected") }
                try await window.press("ctrl+e")
                try await window.dialog("Edit 3 Albums")
                try await window.equal(["Artist", "Year", "Genre", "Composer", "Conductor"]) {
                    $0.fields(of: "Edit 3 Albums").map(\.nameOfWhole)
                }
                try await window.equal("Artist") { $0.focusedName }
                try await window.press("Tab", "Tab")
                try await window.equal("Genre") { $0.focusedName }
                try await window.type("Library Music")
                try await window.press("Return")
                try await window.expectNoDialog()
                // The page of the first of them alone.
                try await window.press("Home")
                try await window.equal("Library Music") { $0.details["Genre"] }
                let edited = try await Scene.list(library).filter { $0.record.genre == "Library Music" }
                #expect(Set(edited.map(\.id)) == Set(albums.prefix(3).map(\.id)))
                for album in edited {
                    let before = try #require(albums.first { $0.id == album.id })
                    #expect(album.title == before.title && album.artist == before.artist && album.year == before.year)
                }
                try await window.press("ctrl+z")
                // All of them are selected again.
                try await window.holds("the window says how many are selected") { $0.texts.contains("3 albums selected") }
                try await window.equal(3) { $0.cells.count(where: \.isSelected) }
                #expect(try await Scene.list(library) == albums)
                try await window.press("Escape")
                try await window.expectPage(of: albums[0])
            }
        }

        @Test("The selected albums are exported by key, and no others")
        func exportMany() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("shift+Right")
                try await window.holds("the window says how many are selected") { $0.texts.contains("2 albums selected") }
                try await window.press("ctrl+shift+x")
                let path = "\(scene.folder)/two.json"
                try await window.saveAs(path, in: "Export to a .csv or .json File")
                try await window.holds("it is said") { $0.texts.contains("Exported 2 albums to \(path).") }
                let text = try String(contentsOfFile: path, encoding: .utf8)
                #expect(albums.prefix(2).allSatisfy { text.contains($0.title) } && !text.contains(albums[5].title))
            }
        }

        @Test("An album that was removed comes back by the toast's button, and by the key after a restart; its files stay")
        func remove() async throws {
            try await Scene.play { scene in
                let music = "\(scene.folder)/Music"
                try FileManager.default.copyItem(atPath: Scene.sampleMusic, toPath: music)
                let files = try FileManager.default.subpathsOfDirectory(atPath: music).sorted()
                let library = try await scene.makeLibrary(of: music)
                let albums = try await Scene.list(library)
                let rest = Array(albums.dropFirst())

                let window = try await SleevesWindow.open(library, in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Delete")
                try await window.expectSelection(albums[1])
                try await window.holds("it is said to those who do not see it") { $0.spoken.contains("Removed “\(albums[0].title)”") }
                #expect(try await Scene.list(library) == rest)
                try await window.clickButton("Undo")
                try await window.expectSelection(albums[0])
                #expect(try await Scene.list(library) == albums)

                try await window.press("Delete")
                try await window.expectSelection(albums[1])
                #expect(try await Scene.list(library) == rest)
                try await window.quit()

                let second = try await SleevesWindow.open(library, in: scene)
                try await second.expectSelection(albums[1])
                try await second.press("ctrl+z")
                try await second.equal("\(albums.count) albums") { $0.subtitle }
                #expect(try await Scene.list(library) == albums)
                #expect(try FileManager.default.subpathsOfDirectory(atPath: music).sorted() == files)
            }
        }

        @Test("A picture that is chosen from a file is the album's cover, until that is undone")
        func cover() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let album = albums[try albums.coverless]
                try await window.press("Right", toReach: album)
                try await window.chooseCover(scene.picture())
                try await window.equal(true) { $0.cover(of: album)?.hasPicture }
                #expect(try await Self.listed(album, in: scene)?.record.shownCover != .missing)
                try await window.press("ctrl+z")
                try await window.equal(false) { $0.cover(of: album)?.hasPicture }
                #expect(try await Self.listed(album, in: scene)?.record.shownCover == .missing)
            }
        }
    }
}
