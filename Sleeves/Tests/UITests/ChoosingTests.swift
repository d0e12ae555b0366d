import CAtspi
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("Choosing albums")
    struct ChoosingTests {
        @Test("A click on the third cover shows its details; opened again, the window has the same album and the same size")
        func clickAndRestore() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)

                let first = try await SleevesWindow.open(library, in: scene)
                try await first.expectSelection(albums[0])
                let covers = try await first.settledCovers()
                #expect(covers.prefix(3).map(\.name) == albums.prefix(3).map(\.heading))
                // The third cover sticks out of the window; its left half does not.
                let third = covers[2].frame
                try await first.click(Frame(x: third.x, y: third.y, width: third.width / 2, height: third.height))
                try await first.expectSelection(albums[2])
                #expect(first.spokenDetails == albums[2].details)
                try await first.resize(width: 1000, height: 720)
                #expect(try await first.close() == 0)

                let second = try await SleevesWindow.open(library, in: scene)
                try await second.expectSelection(albums[2])
                #expect(second.size == [1000, 720])
                try await second.press("ctrl+q")
                #expect(try await second.program.finish() == 0)
            }
        }

        @Test("Arrow keys, Home and End choose albums")
        func keys() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let last = albums.count - 1
                for (key, index) in [("Right", 1), ("Right", 2), ("Left", 1), ("End", last), ("Left", last - 1), ("Home", 0)] {
                    try await window.press(key)
                    try await window.expectSelection(albums[index])
                }
                // Covers that left the strip are not told of any more.
                let shown = try await window.settledCovers()
                #expect(shown.map(\.name) == albums.prefix(shown.count).map(\.heading))
            }
        }

        @Test("A drag by two places chooses the album that comes to the middle")
        func drag() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let covers = try await window.settledCovers()
                let place = covers[3].frame.x - covers[2].frame.x
                try await window.drag(covers[1].frame, by: -2 * place)
                try await window.expectSelection(albums[2])
                try await window.drag(covers[1].frame, by: place)
                try await window.expectSelection(albums[1])
            }
        }

        @Test("An album without a cover shows the stand-in, one with a cover its picture, and nothing spins")
        func standIn() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await Eventually.holds("the first cover has come") { window.covers.first?.hasPicture == true }
                let covers = try await window.settledCovers()
                let coverless = try albums.coverless
                #expect(!covers[coverless].hasPicture)
                // The stand-in bears the album's title, to be read where there is no picture.
                #expect(window.texts.contains(albums[coverless].title))
                // Two pictures in a row are the same only when no spinner turns.
                let (first, second) = (covers[0].frame.inset(10), covers[coverless].frame.inset(10))
                let cover = try await Eventually.still("the first place stands still") { try await window.pixels(first) }
                let standIn = try await Eventually.still("the second place stands still") { try await window.pixels(second) }
                #expect(standIn.colourCount > 50)
                #expect(standIn.difference(from: cover) > 0.5)
            }
        }

        @Test("An empty library shows the welcome page, with the button in reach of the keyboard")
        func welcome() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await Eventually.holds("the welcome page is shown") { window.texts.contains("Your Records Go Here") }
                #expect(window.covers.isEmpty)
                let button = try #require(window.frame?.first("push button", named: "Add a Music Folder…"))
                #expect(button.frame != nil)
                try await Eventually.holds("the button has the keyboard") { button.has(ATSPI_STATE_FOCUSED) }
            }
        }
    }
}
