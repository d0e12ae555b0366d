import CAtspi
import Foundation
import Testing

extension UITests.WindowTests {
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
                try await window.expectCount(tens.count, of: albums.count)
                // By key: the first of the years, the one with the most albums.
                let year = try #require(Int(await window.openList(ofChip: "Year")))
                try await window.press("Return")
                try await window.closeList()
                try await window.expectCount(tens.count { $0.year == year }, of: albums.count)
                try await window.click("Clear") { window.subtitle == "\(albums.count) albums" ? () : nil }
            }
        }

        @Test("What an album's page names leads to the albums that have it, and the window opens with them again")
        func links() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                let byArtist = Dictionary(grouping: albums, by: \.artist)
                let several = try #require(albums.first { byArtist[$0.artist, default: []].count > 1 })
                let count = byArtist[several.artist, default: []].count
                try await window.expectSelection(albums[0])
                for _ in 0..<(albums.firstIndex(of: several) ?? 0) { try await window.press("Right") }
                try await window.expectSelection(several)
                // Again, since the page may still be laid out while its link is clicked.
                try await window.again("the link leads to \(count) albums", { try await window.clickLink(several.artist) }) {
                    window.subtitle == "\(count) of \(albums.count) albums" ? () : nil
                }
                #expect(try await window.close() == 0)
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectCount(count, of: albums.count)
                try await again.press("Escape")
                try await Eventually.holds("all albums are shown") { again.subtitle == "\(albums.count) albums" }
            }
        }

        @Test("Letters and digits follow the order, and Control-R leads to another album")
        func orders() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("ctrl+r")
                try await Eventually.holds("another album is selected") { window.selectedAlbum.map { $0 != albums[0].heading } == true }
                try await window.choose("Year", from: "Sort")
                let nineties = try #require(albums.compactMap(\.year).filter { $0 >= 1990 }.min())
                try await window.again("“199” leads to the first of the nineties", { try await window.type("199") }) {
                    window.selectedAlbum?.hasSuffix(", \(nineties)") == true ? () : nil
                }
            }
        }

        @Test("Reversed, the last album stands first, and the window opens in that order again")
        func reversed() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.choose("Reversed", from: "Sort")
                try await window.press("Home", toReach: albums[albums.count - 1])
                #expect(try await window.close() == 0)
                let again = try await SleevesWindow.open("\(scene.folder)/library", in: scene)
                try await again.expectSelection(albums[albums.count - 1])
                try await again.press("Right")
                try await again.expectSelection(albums[albums.count - 2])
            }
        }
    }
}

extension SleevesWindow {
    /// Chooses a facet in the list that a chip opens, and closes the list.
    fileprivate func choose(_ facet: String, ofChip chip: String) async throws {
        _ = try await openList(ofChip: chip)
        while let row = focusedRow, row != facet {
            try await press("Down")
            try await Eventually.holds("the next line has the keyboard") { focusedRow != row }
        }
        try await press("Return")
        try await closeList()
    }

    fileprivate func closeList() async throws {
        try await press("Escape")
        try await Eventually.holds("the list is closed") { focusedRow == nil }
    }

    /// Opens the list of a chip.
    ///
    /// - Returns: The facet whose line has the keyboard.
    fileprivate func openList(ofChip chip: String) async throws -> String {
        try await click(chip) { focusedRow }
    }

    /// The facet whose line has the keyboard.
    fileprivate var focusedRow: String? {
        guard let focused, focused.role == "list item" else { return nil }
        return focused.all("label").first?.name
    }

    fileprivate func clickLink(_ text: String) async throws {
        let link = try await Eventually.value("there is a link to \(text)") {
            frame?.all("label").first { $0.name == text && $0.frame != nil }
        }
        try await click(#require(link.frame))
    }

    fileprivate func expectCount(_ count: Int, of total: Int) async throws {
        try await Eventually.holds("\(count) albums are left; it says \(subtitle ?? "")") { subtitle == "\(count) of \(total) albums" }
    }
}
