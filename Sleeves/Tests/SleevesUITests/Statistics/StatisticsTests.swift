import CAdwaita
import Testing

extension OnScreen {
    @MainActor
    @Suite("Statistics")
    struct StatisticsTests {
        /// The bars of decades and genres that the albums should have.
        private static func bars(of library: String) async throws -> Set<String> {
            let statistics = try await Scene.statistics(of: library)
            let decades = statistics.decades.map { ("\($0.year)s", $0.albums) }
            return Set((decades + statistics.genres.top.map { ($0.name, $0.albums) }).map { "\($0), \($1) album\($1 == 1 ? "" : "s")" })
        }

        @Test("The bars say what the library counts, also after another program has removed an album, and Escape closes them")
        func bars() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let library = "\(scene.folder)/library"
                try await window.expectSelection(albums[0])
                try await window.choose("Statistics", from: "Main Menu")
                try await window.dialog("Statistics")
                let before = try await Self.bars(of: library)
                #expect(before.count > 4)
                try await window.equal([]) { before.subtracting($0.bars) }
                let album = try #require(albums.first { $0.year != nil })
                try await Scene.remove([album], from: library)
                let after = try await Self.bars(of: library)
                #expect(after != before)
                try await window.equal([]) { after.subtracting($0.bars) }
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }

        @Test("A bar leads to its albums, and so does a decade")
        func leading() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let statistics = try await Scene.statistics(of: "\(scene.folder)/library")
                let genre = try #require(statistics.genres.top.first)
                try await window.choose("Statistics", from: "Main Menu")
                try await window.click("there is the genre") { $0.bar(named: "\(genre.name), \(genre.albums) albums") }
                try await window.expectNoDialog()
                try await window.equal("\(genre.albums) of \(albums.count) albums") { $0.subtitle }
                let decade = try #require(statistics.decades.max { $0.albums < $1.albums })
                try await window.choose("Statistics", from: "Main Menu")
                try await window.click("there is the decade") { $0.bar(named: "\(decade.year)s, \(decade.albums) albums") }
                try await window.expectNoDialog()
                try await window.equal("\(decade.albums) of \(albums.count) albums") { $0.subtitle }
            }
        }

        @Test("Of an empty library they say that there are no albums, and Control-W closes them alone")
        func empty() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open("\(scene.folder)/empty", in: scene)
                try await window.expectWelcome()
                try await window.choose("Statistics", from: "Main Menu")
                try await window.dialog("Statistics")
                try await window.holds("it says so") { $0.texts(of: "Statistics").contains("No Albums Yet") }
                try await window.press("ctrl+w")
                try await window.expectNoDialog()
                try await window.expectWelcome()
            }
        }

        @Test("Everything in the statistics has a name and a role, with albums and without", arguments: [true, false])
        func names(hasAlbums: Bool) async throws {
            try await Scene.play { scene in
                let library = hasAlbums ? try await scene.makeLibrary() : "\(scene.folder)/empty"
                let window = try await SleevesWindow.open(library, in: scene)
                let shown = hasAlbums ? "35 albums" : "Your Records Go Here"
                try await window.holds("the library is shown") { $0.texts.contains(shown) }
                try await window.choose("Statistics", from: "Main Menu")
                try await window.dialog("Statistics")
                try await window.holds("there is something in it") { $0.texts(of: "Statistics").count > 1 }
                try await window.expectNoComplaints(about: "Statistics")
            }
        }
    }
}

extension WindowContent {
    fileprivate func bar(named name: String) -> WidgetNode? {
        dialog("Statistics")?.all(GTK_ACCESSIBLE_ROLE_LIST_ITEM).first { $0.name == name && $0.isShown }
    }

    fileprivate var bars: [String] {
        dialog("Statistics")?.all(GTK_ACCESSIBLE_ROLE_LIST_ITEM).map(\.name) ?? []
    }
}
