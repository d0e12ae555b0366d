import CAdwaita
import Testing

extension OnScreen {
    /// The album that is selected when the search ends.
    @MainActor
    @Suite("Choosing while searching")
    struct ChoosingWhileSearchingTests {
        /// The things that a person does with the album that a search shows first.
        enum Deed: String, CaseIterable, CustomTestStringConvertible {
            case click, doubleClick, playButton, playKey, track, activate, edit, artist

            var testDescription: String { rawValue }
        }

        @Test("An album that was clicked, played or opened stays selected when Escape ends the search", arguments: Deed.allCases)
        func wall(deed: Deed) async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.find("second")
                try await window.perform(deed)
                try await window.press("Escape")
                try await window.equal("2 albums") { $0.subtitle }
                try await window.equal("Second Wind") { $0.details["Album"] }
                try await window.equal(["Ben – Second Wind"]) { content in
                    content.cells.filter(\.isSelected).map { $0.name.replacing(", playing", with: "") }
                }
                // Also in the window that opens the next time.
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.equal("Second Wind") { $0.details["Album"] }
            }
        }

        @Test("So does an album of the strip", arguments: [Deed.click, .playButton, .track])
        func strip(deed: Deed) async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), in: scene)
                try await window.find("second")
                try await window.perform(deed)
                try await window.press("Escape")
                try await window.equal("2 albums") { $0.subtitle }
                try await window.equal("Second Wind") { $0.details["Album"] }
            }
        }

        @Test("The album from before comes back if none was chosen, whatever the search has shown meanwhile", arguments: ["wall", "strip"])
        func nothing(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.press("Right")
                try await window.expectPage(of: albums[1])
                try await window.search(for: "kettle")
                let found = albums.filter { $0.title == "Kettle Blues" }
                try await window.expectPage(of: found[0])
                try await window.press("ctrl+a")
                let moss = albums.filter { $0.artist.hasPrefix("Moss") }
                try await window.type("moss")
                try await window.equal("\(moss.count) of \(albums.count) albums") { $0.subtitle }
                try await window.expectPage(of: moss[0])
                // To look at it is not to choose it.
                try await window.tab(to: "Change the Album")
                try await window.press("Escape")
                try await window.expectPage(of: albums[1])
            }
        }

        @Test("Of two albums that were chosen, the last one stays")
        func last() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.search(for: "kettle")
                let found = albums.filter { $0.title == "Kettle Blues" }
                for album in [found[0], found[1]] {
                    let cell = try await window.still("there is the album") { $0.cells.first { $0.name == album.heading }?.frame }
                    try await window.click(cell)
                    try await window.expectPage(of: album)
                }
                // Another search shows another album, which isn't chosen.
                try await window.press("ctrl+f", "ctrl+a")
                try await window.type("moss")
                try await window.holds("another album is shown") { $0.details["Artist"]?.hasPrefix("Moss") == true }
                try await window.press("Escape")
                try await window.expectPage(of: found[1])
            }
        }
    }
}

extension SleevesWindow {
    /// Searches while the first of the silent albums is selected, until the second is shown.
    fileprivate func find(_ words: String, at place: SourceLocation = #_sourceLocation) async throws {
        // So high that the album's buttons and tracks are in view.
        try await resize(width: 1_200, height: 880)
        try await equal("First Light", at: place) { $0.details["Album"] }
        try await search(for: words)
        try await equal("1 of 2 albums", at: place) { $0.subtitle }
        try await equal("Second Wind", at: place) { $0.details["Album"] }
    }

    /// Does something with the album that is shown, and waits until it has happened.
    fileprivate func perform(_ deed: OnScreen.ChoosingWhileSearchingTests.Deed, at place: SourceLocation = #_sourceLocation) async throws {
        let cover = try await still("the album is shown", at: place) { ($0.cells.first ?? $0.covers.first)?.frame }
        switch deed {
        case .click:
            try await click(cover, at: place)
            try await holds("the albums have the keyboard", at: place) { $0.focused?.contents == nil }
        case .doubleClick:
            try await click(cover, times: 2, at: place)
            try await expectPlaying(at: place)
        case .playButton:
            try await clickButton("Play", at: place)
            try await expectPlaying(at: place)
        case .playKey:
            try await press(["ctrl+Return"], at: place)
            try await expectPlaying(at: place)
        case .track:
            try await click("there is a track", at: place) { content in
                content.first(GTK_ACCESSIBLE_ROLE_LIST, named: "Tracks")?.children.first
            }
            try await expectPlaying(at: place)
        case .activate:
            try await press(["Return"], at: place)
            try await holds("an album has the keyboard", at: place) { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL }
            try await press(["Return"], at: place)
            try await expectPlaying(at: place)
        case .edit:
            try await press(["ctrl+e"], at: place)
            try await dialog("Edit Album", at: place)
            try await press(["Escape"], at: place)
            try await expectNoDialog(at: place)
        case .artist:
            try await tab(to: "Ben", at: place)
            try await press(["Return"], at: place)
            try await holds("the search has ended, and the filter has begun", at: place) { content in
                !content.isSearchOpen && content.subtitle == "1 of 2 albums"
            }
        }
    }

    private func expectPlaying(at place: SourceLocation) async throws {
        try await holds("it plays", at: place) { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Pause") != nil }
    }
}
