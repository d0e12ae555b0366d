import CAdwaita
import Testing

extension OnScreen {
    @MainActor
    @Suite("Choosing albums")
    struct ChoosingTests {
        @Test("A click on the third cover shows its details; opened again, the window has the same album and the same size")
        func clickAndRestore() async throws {
            try await Scene.play { scene in
                let (first, albums) = try await SleevesWindow.openSamples(in: scene)
                try await first.expectSelection(albums[0])
                let covers = try await first.still("the covers stand still") { $0.covers }
                #expect(covers.prefix(3).map(\.name) == albums.prefix(3).map(\.heading))
                // The third cover sticks out of the window; its left half does not.
                let third = covers[2].frame
                try await first.click(Frame(x: third.x, y: third.y, width: third.width / 2, height: third.height))
                try await first.expectSelection(albums[2])
                try await first.equal(albums[2].details) { $0.spokenDetails.merging($0.details) { spoken, _ in spoken } }
                try await first.resize(width: 1000, height: 720)
                try await first.close()

                let second = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await second.expectSelection(albums[2])
                try await second.equal([1000, 720]) { $0.size }
                try await second.quit()
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
                let shown = try await window.still("the covers stand still") { $0.covers }
                #expect(shown.map(\.name) == albums.prefix(shown.count).map(\.heading))
            }
        }

        @Test("A drag by two places chooses the album that comes to the middle")
        func drag() async throws {
            try await Scene.play { scene in
                scene.animates = true
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let covers = try await window.still("the covers stand still") { $0.covers }
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
                let coverless = try albums.coverless
                try await window.equal(true) { $0.covers.first?.hasPicture }
                let covers = try await window.still("the covers stand still") { $0.covers }
                #expect(!covers[coverless].hasPicture)
                // The stand-in bears the album's title, to be read where there is no picture.
                try await window.holds("the title can be read") { $0.texts.contains(albums[coverless].title) }
                // Two pictures in a row are the same only when no spinner turns.
                let (first, second) = (covers[0].frame.inset(10), covers[coverless].frame.inset(10))
                let cover = try await window.still("the first place stands still") { $0.pixels(first) }
                let standIn = try await window.still("the second place stands still") { $0.pixels(second) }
                #expect(standIn.colourCount > 50)
                #expect(standIn.difference(from: cover) > 0.5)
            }
        }

        @Test("An empty library shows the welcome page, with the button in reach of the keyboard")
        func welcome() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await window.expectWelcome()
                try await window.equal([]) { $0.covers.map(\.name) }
                try await window.equal("Add a Music Folder…") { $0.focused?.name }
            }
        }
    }
}
