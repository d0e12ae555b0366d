import Testing

extension OnScreen {
    @MainActor
    @Suite("Finding albums")
    struct FindingTests {
        @Test("Words that are typed leave the albums that have them; Escape brings all back, and the chosen one to the middle")
        func search() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.press("End")
                let last = albums[albums.count - 1]
                try await window.expectSelection(last)

                try await window.search(for: "KETTLE blu")
                try await window.equal(found.map(\.heading)) { $0.covers.map(\.name) }
                try await window.equal("\(found.count) of \(albums.count) albums") { $0.subtitle }
                try await window.expectSelection(found[0])

                try await window.press("Escape")
                try await window.expectSelection(last)
                try await window.equal("\(albums.count) albums") { $0.subtitle }
                try await window.equal(false) { $0.isSearchOpen }
                // The keyboard is the strip's again.
                try await window.press("Left")
                try await window.expectSelection(albums[albums.count - 2])
            }
        }

        @Test("Typing right after Control-F searches from the first letter on")
        func typingAtOnce() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(albums[0])
                for pause in [0, 3, 6, 10, 15, 25, 50, 100] {
                    try await window.press("ctrl+f", andType: "kettle", after: pause)
                    try await window.expectSelection(found[0])
                    try await window.press("Escape")
                    try await window.expectSelection(albums[0])
                    try await window.equal(false) { $0.isSearchOpen }
                }
            }
        }

        @Test("An album that is chosen among those found stays chosen when the search ends")
        func choosingWhileSearching() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(albums[0])
                try await window.clickButton("Search")
                try await window.equal(true) { $0.isSearchOpen }
                try await window.type("kettle")
                try await window.expectSelection(found[0])
                try await window.press("Return")
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
                try await window.expectSelection(found[1])
            }
        }

        @Test("The album's menu leads to what else there is by its artist, and the chosen album stays chosen")
        func sameArtist() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let found = albums.filter { $0.artist == "Copper Weatherby Trio" }
                try await window.type("copp")
                try await window.expectSelection(found[0])
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.choose("More by This Artist", from: "Change the Album")
                try await window.equal(found.map(\.heading)) { $0.covers.map(\.name) }
                try await window.equal("\(found.count) of 35 albums") { $0.subtitle }
                try await window.expectSelection(found[1])
                try await window.equal("Albums") { $0.focused?.name }
                try await window.press("Escape")
                try await window.equal("35 albums") { $0.subtitle }
            }
        }

        @Test("A search without results says so and offers all albums")
        func nothing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.search(for: "qqqq")
                try await window.holds("the page says so") { $0.texts.contains("No Albums Found") }
                try await window.clickButton("Show All Albums")
                try await window.expectSelection(albums[0])
                try await window.equal(false) { $0.isSearchOpen }
            }
        }

        @Test("Letters typed in the strip go to the next artist who begins with them, and are shown")
        func letters() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let conjunto = try #require(albums.first { $0.artist.hasPrefix("Conjunto") })
                let cool = try #require(albums.first { $0.artist.hasPrefix("Cool") })
                try await window.type("con")
                try await window.holds("what was typed is shown") { $0.texts.contains("con") }
                try await window.expectSelection(conjunto)
                try await window.holds("what was typed has gone") { !$0.texts.contains("con") }
                try await window.type("c")
                try await window.holds("what was typed is shown") { $0.texts.contains("c") }
                try await window.expectSelection(cool)
            }
        }
    }
}
