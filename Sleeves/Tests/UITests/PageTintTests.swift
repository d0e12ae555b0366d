import Testing

extension UITests.WindowTests {
    /// The colours that a page takes from its album's cover.
    @MainActor
    @Suite("The colours of an album's page")
    struct PageTintTests {
        @Test("In high contrast, a page has no colours")
        func highContrast() async throws {
            try await Scene.play { scene in
                let window = try await Self.open(as: "wall", variables: ["ADW_DEBUG_HIGH_CONTRAST": "1"], in: scene)
                try await window.press("Right")
                try await Eventually.holds("the page has its cover") {
                    window.frame?.all("image").contains { $0.name == "Cover" && ($0.frame?.width ?? 0) > 250 } == true
                }
                let colour = try await Eventually.still("the page is drawn") { try await window.background() }
                // The platform's is grey, or nearly in newer versions.
                #expect(try #require(colour.max()) - #require(colour.min()) <= 1)
            }
        }

        private static func open(as layout: String, variables: [String: String] = [:], in scene: Scene) async throws -> SleevesWindow {
            let library = try await SleevesCommand.makeLibrary(in: scene)
            let window = try await SleevesWindow.open(library, as: layout, variables: variables, in: scene)
            try await Eventually.holds("the details are shown") { !window.details.isEmpty }
            return window
        }
    }
}

extension SleevesWindow {
    /// The colour of the page beside the album's title.
    fileprivate func background() async throws -> [UInt8] {
        guard let title = frame?.all("heading").first(where: { $0.frame != nil })?.frame else { return [] }
        return Array(try await pixels(Frame(x: title.x + 2, y: title.y + title.height + 3, width: 1, height: 1)).bytes.prefix(3))
    }
}
