import Foundation
import Testing

extension UITests.WindowTests {
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
                try await Eventually.holds("two albums are left") { window.covers.map(\.name) == found.map(\.heading) }
                #expect(window.subtitle == "\(found.count) of \(albums.count) albums")
                try await window.expectSelection(found[0])

                try await window.press("Escape")
                try await window.expectSelection(last)
                #expect(window.subtitle == "\(albums.count) albums")
                try await Eventually.holds("the search is closed") { !window.isSearchOpen }
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
                    try await Eventually.holds("the search is closed") { !window.isSearchOpen }
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
                try await Eventually.holds("the search is open") { window.isSearchOpen }
                try await window.type("kettle")
                try await window.expectSelection(found[0])
                try await window.press("Return")
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.press("Escape")
                try await Eventually.holds("all albums are there") { window.subtitle == "\(albums.count) albums" }
                try await window.expectSelection(found[1])
            }
        }

        @Test("The album's menu leads to what else there is by its artist, and the chosen album stays chosen")
        func sameArtist() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let found = try await SleevesCommand.list(library, in: scene).filter { $0.artist == "Copper Weatherby Trio" }
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.type("copp")
                try await window.expectSelection(found[0])
                try await window.press("Right")
                try await window.expectSelection(found[1])
                try await window.choose("More by This Artist", from: "Change the Album")
                try await Eventually.holds("the artist's albums are left") { window.covers.map(\.name) == found.map(\.heading) }
                #expect(window.subtitle == "\(found.count) of 35 albums")
                try await window.expectSelection(found[1])
                try await Eventually.holds("the strip has the keyboard") { window.focused?.name == "Albums" }
                try await window.press("Escape")
                try await Eventually.holds("all albums are there") { window.subtitle == "35 albums" }
            }
        }

        @Test("A search without results says so and offers all albums")
        func nothing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.search(for: "qqqq")
                try await Eventually.holds("the page says so") { window.texts.contains("No Albums Found") }
                try await window.clickButton("Show All Albums")
                try await window.expectSelection(albums[0])
                try await Eventually.holds("the search is closed") { !window.isSearchOpen }
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
                try await window.expectSelection(conjunto)
                try await Eventually.holds("what was typed has gone") { !window.texts.contains("con") }
                try await window.type("c")
                // For a second only: the whole window is not read for it.
                try await Eventually.holds("what was typed is shown") {
                    window.frame?.first { $0.name == "c" && $0.role == "label" && $0.frame != nil } != nil
                }
                try await window.expectSelection(cool)
            }
        }

        @Test("Order, search and album are as they were when the window opens again, even if the program was killed")
        func restored() async throws {
            try await Scene.play { scene in
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let byYear = try await SleevesCommand.list(library, sort: "year", in: scene)
                let window = try await SleevesWindow.open(library, in: scene)
                try await window.choose("Year", from: "Sort")
                try await Eventually.holds("the neighbours are those of the year") {
                    let shown = window.covers.map(\.name)
                    let ordered = byYear.map(\.heading).drop { $0 != shown.first }
                    return shown.count > 2 && Array(ordered.prefix(shown.count)) == shown
                }
                try await window.press("Home")
                try await window.expectSelection(byYear[0])
                try await window.search(for: "kettle blues")
                let found = byYear.filter { $0.title == "Kettle Blues" }
                try await window.expectSelection(found[0])
                try await Self.kill(window, afterMilliseconds: 1_100)

                let again = try await SleevesWindow.open(library, in: scene)
                try await again.expectSelection(found[0])
                #expect(again.isSearchOpen)
                #expect(again.subtitle == "\(found.count) of \(byYear.count) albums")
                try await again.press("Escape")
                try await again.expectSelection(byYear[0])
                try await Eventually.holds("all are there, the oldest first") {
                    again.covers.prefix(2).map(\.name) == byYear.prefix(2).map(\.heading)
                }
            }
        }

        private static func kill(_ window: SleevesWindow, afterMilliseconds milliseconds: Int) async throws {
            let killing = ContinuousClock.now + .milliseconds(milliseconds)
            try await Eventually.holds("the time has gone by") { ContinuousClock.now > killing }
            window.program.send(SIGKILL)
            _ = try await window.program.finish()
        }
    }
}
