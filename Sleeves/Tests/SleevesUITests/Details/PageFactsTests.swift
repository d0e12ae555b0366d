import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    @MainActor
    @Suite("The facts on an album's page")
    struct PageFactsTests {
        private static let list = """
            [{"sleeves": 1, "title": "Amber", "artist": "Ruth Tanner", "year": 1999, "added": "2015-11-29T12:00:00.000Z",
              "tracks": [{"title": "One", "disc": 1, "number": 1}, {"title": "Two", "disc": 2, "number": 1}],
              "release": {"labels": ["Northgate"], "catalogueNumber": "NG-7", "format": "2xCD", "barcode": "5012345678900",
                "originalYear": 1971, "reissue": "1999-05-04", "composers": ["Ada Byron", "Cy Low"], "conductors": ["Leo Sand"],
                "discSubtitles": {"2": "Film Music"}, "copies": []}},
             {"title": "Beryl", "artist": "Someone"}]
            """

        private func window(in scene: Scene) async throws -> SleevesWindow {
            let path = "\(scene.folder)/list.json"
            try Data(Self.list.utf8).write(to: URL(filePath: path))
            return try await SleevesWindow.open(try await scene.makeLibrary(of: path), in: scene)
        }

        /// The rows of the table of facts that are shown, by their names.
        private static func facts(_ content: borrowing WindowContent) -> [String: String] {
            let rows = content.first(GTK_ACCESSIBLE_ROLE_LIST, named: "Album details")?.children.filter(\.isShown) ?? []
            return Dictionary(rows.map { row in (row.name, row.texts.first { $0 != row.name } ?? "") }) { first, _ in first }
        }

        @Test("The page shows the pressing, the people behind the work, the titles of discs, and when the album came")
        func facts() async throws {
            try await Scene.play { scene in
                let window = try await window(in: scene)
                let expected = [
                    "Original Year": "1971", "Reissued": "1999-05-04", "Label": "Northgate", "Catalogue Number": "NG-7",
                    "Barcode": "5012345678900",
                    "Format": "2xCD", "Composer": "Ada Byron, Cy Low", "Conductor": "Leo Sand", "Added": "29 November 2015",
                ]
                for (name, value) in expected { try await window.equal(value) { Self.facts($0)[name] } }
                try await window.holds("the discs have headings") {
                    $0.texts.contains("Disc 1") && $0.texts.contains("Disc 2: Film Music")
                }
            }
        }

        @Test(
            "The page lists the copies of an album's files, and says why they are one album; of the files of one folder that goes without saying"
        )
        func copies() async throws {
            try await Scene.play { scene in
                let folder = "\(scene.folder)/music"
                let reason = "The files have the same title and artist."
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for copy in ["one", "two"] {
                    try FileManager.default.copyItem(atPath: "\(Scene.sampleMusic)/Lowtide Observatory", toPath: "\(folder)/\(copy)")
                }
                let twice = try await SleevesWindow.open(try await scene.makeLibrary(of: folder), in: scene)
                try await twice.holds("both copies are listed, with the reason") { content in
                    let texts = content.texts
                    return texts.contains { $0.hasPrefix(reason) } && texts.contains { $0.hasPrefix("Copy: ") }
                        && texts.contains { $0.hasSuffix("/one") || $0.contains("/one/") } && texts.contains { $0.contains("/two") }
                }
                let once = try await SleevesWindow.open(
                    try await scene.makeLibrary(of: "\(folder)/one", named: "once"), in: scene)
                try await once.holds("the table is there") { $0.texts.contains("Added") }
                try await once.holds("nothing is said of copies") { !$0.texts.contains { $0.hasPrefix(reason) } }
            }
        }

        @Test("A composer leads to the albums with the same, and the edited one is found and filtered by")
        func composers() async throws {
            try await Scene.play { scene in
                let window = try await window(in: scene)
                try await window.equal("Ada Byron, Cy Low") { Self.facts($0)["Composer"] }
                let album = try #require(try window.library.records().first { $0.title == "Amber" })
                try await window.library.edit([album.id], setting: AlbumEdits(release: [.composers: "Someone Else; Cy Low"]))
                try await window.equal("Someone Else, Cy Low") { Self.facts($0)["Composer"] }
                let facets = try await window.library.facets()[.release(.composers)]
                #expect(
                    Set(facets.map(\.facet)) == [
                        .release(field: .composers, value: "Cy Low"), .release(field: .composers, value: "Someone Else"),
                    ])
            }
        }

        @Test("What the page shows is found", arguments: ["5012345678900", "ng7", "byron", "film music", "leo sand", "2xcd"])
        func finding(words: String) async throws {
            try await Scene.play { scene in
                let window = try await window(in: scene)
                try await window.equal("2 albums") { $0.subtitle }
                try await window.search(for: words)
                try await window.equal("1 of 2 albums") { $0.subtitle }
                try await window.equal("Amber") { $0.first(GTK_ACCESSIBLE_ROLE_HEADING)?.name }
            }
        }
    }
}
