import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// What collectors do most, by key alone, from the first record to the undo of all of it.
    @MainActor
    @Suite("A collector's tasks")
    struct CollectorTasksTests {
        private static let adding = "Add a Record"
        private static let fieldName = "Barcode, Catalogue Number, or Words from Title and Artist"
        private static let titles = [
            "Anchor", "Brass", "Cinder", "Delta", "Ember", "Fathom", "Gravel", "Harbour", "Inlet", "Jetty",
        ]

        /// The barcodes of the records, with their check digits.
        private static let barcodes = titles.indices.map { index in
            let digits = "50123456789\(index)".map { Int(String($0)) ?? 0 }
            let sum = digits.enumerated().reduce(0) { $0 + ($1.offset % 2 == 0 ? 1 : 3) * $1.element }
            return digits.map(String.init).joined() + String((10 - sum % 10) % 10)
        }

        /// A release as MusicBrainz answers. The first is of 1964, the others are later.
        private static func release(_ index: Int) -> (id: String, text: String) {
            let id = "\(index)b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10"
            let text = """
                {"id": "\(id)", "title": "\(titles[index])", "date": "\(1964 + index)", "country": "GB", "barcode": "\(barcodes[index])",
                 "artist-credit": [{"name": "Ruth Tanner"}], "media": [{"format": "CD"}]}
                """
            return (id, text)
        }

        @Test("Ten records are scanned, one is lent and found, the pressing of 1964 is found, five are rated, and all is undone in order")
        func tasks() async throws {
            try await Scene.play { scene in
                var answers = ["/ws/2/release?": Array(#"{"releases": []}"#.utf8)]
                for (index, barcode) in Self.barcodes.enumerated() {
                    let (id, text) = Self.release(index)
                    answers["barcode:\(barcode)"] = Array("{\"releases\": [\(text)]}".utf8)
                    answers["/ws/2/release/\(id)"] = Array(text.utf8)
                }
                let server = try CoverServer(picture: scene.jpeg, others: answers)
                defer { server.stop() }
                server.release()
                let address = "http://127.0.0.1:\(server.port)"
                let network = NetworkSettings(
                    fetchesCovers: true, addresses: OnlineService.all(at: address), allowsLocalNetwork: true)
                let window = try await SleevesWindow.open("\(scene.folder)/library", as: "wall", network: network, in: scene)
                try await Self.add(in: window)
                try await window.press("Home")
                try await Self.lend(in: window)
                try await Self.find(in: window)
                try await Self.rate(in: window)
                #expect(try await Self.ratings(in: window) == [5, 5, 5, 5, 5])
                for _ in 0..<5 { try await window.press("ctrl+z") }
                try await Eventually.holds("none is rated") { try await Self.ratings(in: window) == [] }
                try await window.press("ctrl+z")
                for _ in 0..<10 { try await window.press("ctrl+z") }
                try await window.holds("the library is as it was") { $0.texts.contains("Your Records Go Here") }
            }
        }

        private static func add(in window: SleevesWindow) async throws {
            try await window.press("ctrl+n")
            try await window.dialog(adding)
            try await window.equal(fieldName) { $0.focusedName }
            for barcode in barcodes {
                try await window.type(barcode)
                try await window.press("Return")
            }
            try await window.holds("all are added") { content in
                let texts = content.texts(of: adding)
                return titles.indices.allSatisfy { texts.contains("Ruth Tanner · \(1964 + $0) · CD · GB") }
            }
            try await window.press("Escape")
            try await window.expectNoDialog()
            try await window.equal("10 albums") { $0.subtitle }
            // The last one that was answered is selected, and gets the keyboard.
            _ = try await window.still("an album has the keyboard") { content in
                content.focusedName.flatMap { $0.hasPrefix("Ruth Tanner – ") ? $0 : nil }
            }
        }

        /// Returns the ratings of all copies.
        private static func ratings(in window: SleevesWindow) async throws -> [Int] {
            let list = try window.library.albumList()
            var ratings: [Int] = []
            for id in try await window.library.ids(at: Array(0..<list.count), of: list) {
                ratings += try await window.library.details(of: id).copies.compactMap(\.record.rating)
            }
            return ratings
        }

        /// Describes a copy of the selected album: Tab leads to its page.
        private static func describe(_ field: String, _ text: String, in window: SleevesWindow) async throws {
            try await window.tab(to: "Add a Copy")
            try await window.press("space")
            try await window.dialog("Add a Copy")
            try await window.tab(to: field)
            try await window.type(text)
            try await window.press("Return")
            try await window.expectNoDialog()
        }

        private static func lend(in window: SleevesWindow) async throws {
            try await window.equal("Anchor") { $0.details["Album"] }
            try await describe("Lent To", "Ann", in: window)
            try await window.equal("Ann") { $0.copy["Lent To"] }
        }

        private static func find(in window: SleevesWindow) async throws {
            try await window.press("ctrl+f")
            try await window.holds("the search is open") { $0.isSearchOpen }
            try await window.holds("what is lent is counted") { $0.texts.contains("Lent (1)") }
            try await window.tab(to: "Lent (1)")
            try await window.press("space")
            try await window.equal(1) { $0.cells.count }
            try await window.holds("it is the lent one") { $0.cells.first?.name.hasPrefix("Ruth Tanner – Anchor") == true }
            try await window.press("Escape")
            try await window.equal("10 albums") { $0.subtitle }
            try await window.press("ctrl+f")
            try await window.holds("the search is open") { $0.isSearchOpen }
            try await window.type("1964")
            try await window.holds("it is the one of 1964") { content in
                content.cells.count == 1 && content.cells.first?.name.hasPrefix("Ruth Tanner – Anchor, 1964") == true
                    && content.subtitle?.hasPrefix("1 of") == true
            }
            try await window.press("Escape")
            try await window.equal("10 albums") { $0.subtitle }
        }

        private static func rate(in window: SleevesWindow) async throws {
            for (former, title) in zip(titles, titles[1...5]) {
                let cell = try await window.value("the album is on the wall") { content in
                    content.nodes.lazy.compactMap(\.explicitName).first { $0.hasPrefix("Ruth Tanner – \(former), ") }
                }
                try await window.tab(to: cell)
                // The wall may still be about to give the keyboard to the album that it has found.
                try await window.expectKeyboardBack(to: cell)
                try await window.press("Right")
                try await window.equal(title) { $0.details["Album"] }
                try await window.holds("it has the keyboard") { $0.focusedName?.hasPrefix("Ruth Tanner – \(title), ") == true }
                try await describe("Rating", "5", in: window)
                try await window.equal("★★★★★") { $0.copy["Rating"] }
            }
        }
    }
}
