import CAdwaita
import Testing

extension OnScreen {
    @MainActor
    @Suite("Facets and orders")
    struct FacetTests {
        @Test("A chip narrows the albums down to a facet, chips combine, and Escape shows all albums again")
        func chips() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+f")
                try await window.choose("2010s", ofChip: "Decade")
                let tens = albums.filter { (2010..<2020).contains($0.year ?? 0) }
                #expect(tens.count > 1)
                try await window.equal("\(tens.count) of \(albums.count) albums") { $0.subtitle }
                // By key: the first of the years.
                let year = try #require(Int(await window.openList(ofChip: "Year")))
                try await window.press("Return")
                try await window.closeList()
                try await window.equal("\(tens.count { $0.year == year }) of \(albums.count) albums") { $0.subtitle }
                try await window.clickButton("Clear")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
            }
        }

        @Test("The Escape key closes the list of a chip, also where the field above it has the keyboard")
        func closing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+f")
                // There are enough genres for a field.
                try await window.clickButton("Genre")
                try await window.holds("the field has the keyboard") { $0.isGenreListed && $0.focused?.contents != nil }
                try await window.press("Escape")
                try await window.holds("the list is closed") { !$0.isGenreListed }
                try await window.equal(true) { $0.isSearchOpen }
            }
        }

        @Test("Decades are listed in the order of time, and parts of formats in words")
        func lists() async throws {
            try await Scene.play { scene in
                let list = "\(scene.folder)/list.csv"
                let formats = [(1971, "LP, RE, Gat"), (1958, "LP, Mono"), (1974, "LP, Ltd, 180"), (1999, "CD")]
                let lines = formats.enumerated().map { #"K-\#($0),Ada,Record \#($0),Kestrel,"\#($1.1)",,\#($1.0),\#($0 + 1),All"# }
                let header = "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder"
                try ([header] + lines).joined(separator: "\n").write(toFile: list, atomically: true, encoding: .utf8)
                let window = try await SleevesWindow.open(scene.makeLibrary(of: list), in: scene)
                try await window.equal("4 albums") { $0.subtitle }
                try await window.press("ctrl+f")
                try await window.clickButton("Decade")
                try await window.equal(["1950s", "1970s", "1990s"]) { $0.listedFacets }
                try await window.press("Escape")
                try await window.equal([]) { $0.listedFacets }
                try await window.clickButton("Format")
                try await window.equal(["180 g", "CD", "Gatefold", "LP", "Limited Edition", "Mono", "Reissue"]) { $0.listedFacets.sorted() }
            }
        }

        @Test("The list of a chip is as high as the window allows")
        func height() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+f")
                for height in [600, 860] {
                    try await window.resize(width: 960, height: height)
                    try await window.clickButton("Artist")
                    try await window.holds("it reaches the lower edge, nearly") { content in
                        let bottom = content.facetRows.filter(\.isShown).compactMap(\.frame).map { $0.y + $0.height }
                        return bottom.filter { $0 <= height }.max().map { $0 > height - 100 } == true
                    }
                    try await window.press("Escape")
                    try await window.holds("the list is closed") { !$0.facetRows.contains(where: \.isShown) }
                }
            }
        }

        @Test("What an album's page names leads to the albums that have it, and the window opens with them again")
        func links() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let byArtist = Dictionary(grouping: albums, by: \.artist)
                let several = try #require(albums.first { byArtist[$0.artist, default: []].count > 1 })
                let count = byArtist[several.artist, default: []].count
                try await window.press("Right", toReach: several)
                try await window.expectSelection(several)
                try await window.click("there is a link to \(several.artist)") { content in
                    content.first(GTK_ACCESSIBLE_ROLE_HEADING)?.parent?.tree.first { $0.text == several.artist }
                }
                try await window.equal("\(count) of \(albums.count) albums") { $0.subtitle }
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.equal("\(count) of \(albums.count) albums") { $0.subtitle }
                try await again.press("Escape")
                try await again.equal("\(albums.count) albums") { $0.subtitle }
            }
        }

        @Test("Letters and digits follow the order, and Control-R leads to another album")
        func orders() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+r")
                let other = try await window.value("another album is selected") { content in
                    content.selectedAlbum.flatMap { $0 == albums[0].heading ? nil : $0 }
                }
                try await window.choose("Year", from: "Sort")
                // What is typed before the albums are in the new order follows the former one.
                let byYear = try await Scene.list("\(scene.folder)/library", sort: .year)
                let headings = byYear.map(\.heading)
                try await window.holds("the neighbours are those of the year") { $0.covers.map(\.name).isPart(of: headings) }
                try await window.equal(other) { $0.selectedAlbum }
                // The other album may be one of the nineties itself, which the digits would not leave.
                try await window.press("Home")
                try await window.expectSelection(byYear[0])
                let nineties = try #require(albums.compactMap(\.year).filter { $0 >= 1990 }.min())
                try await window.type("199")
                try await window.equal("\(nineties)") { $0.details["Year"] }
            }
        }

        @Test("Reversed, the last album stands first, and the window opens in that order again")
        func reversed() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.choose("Reversed", from: "Sort")
                let reversed = Array(albums.map(\.heading).reversed())
                try await window.holds("the neighbours are those of that order") { $0.covers.map(\.name).isPart(of: reversed) }
                try await window.press("Home")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.close()
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectSelection(albums[albums.count - 1])
                try await again.press("Right")
                try await again.expectSelection(albums[albums.count - 2])
            }
        }
    }
}

extension [String] {
    /// Whether these follow each other in others.
    func isPart(of others: [String]) -> Bool {
        count > 2 && Array(others.drop { $0 != first }.prefix(count)) == self
    }
}

extension SleevesWindow {
    /// Chooses a facet in the list that a chip opens, and closes the list.
    func choose(_ facet: String, ofChip chip: String) async throws {
        var row = try await openList(ofChip: chip)
        while row != facet {
            let former = row
            try await press("Down")
            row = try await value("the next line has the keyboard") { content in
                content.focusedRow.flatMap { $0 == former ? nil : $0 }
            }
        }
        try await press("Return")
        try await closeList()
    }

    fileprivate func closeList() async throws {
        try await press("Escape")
        try await equal(nil) { $0.focusedRow }
    }

    /// Opens the list of a chip.
    ///
    /// - Returns: The facet whose line has the keyboard.
    fileprivate func openList(ofChip chip: String) async throws -> String {
        try await clickButton(chip)
        return try await value("the list of “\(chip)” has the keyboard") { $0.focusedRow }
    }
}

extension WindowContent {
    /// Whether the list of genres is open.
    fileprivate var isGenreListed: Bool {
        all(GTK_ACCESSIBLE_ROLE_LIST_ITEM).contains { $0.name == "Jazz" }
    }

    /// The rows of the list that is open.
    fileprivate var facetRows: [WidgetNode] {
        all(GTK_ACCESSIBLE_ROLE_LIST).first { ["Artist", "Decade", "Format"].contains($0.name) }?.children ?? []
    }

    /// The facets of the list that is open.
    fileprivate var listedFacets: [String] { facetRows.compactMap(\.texts.first) }

    /// The facet whose line has the keyboard.
    fileprivate var focusedRow: String? {
        focused?.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM ? focused?.texts.first : nil
    }
}
