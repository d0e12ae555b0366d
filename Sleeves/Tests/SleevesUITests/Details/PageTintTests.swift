import CAdwaita
import Testing

extension OnScreen {
    /// The colours that a page takes from its album's cover.
    @MainActor
    @Suite("The colours of an album's page")
    struct PageTintTests {
        @Test("A page has the colours of its cover, and without one the platform's", arguments: ["wall", "strip"])
        func followsCover(layout: String) async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: layout, in: scene)
                try await window.expectPage(of: albums[0])
                // "Demos, Mostly" has no cover.
                try await window.press("Right", "Right")
                try await window.expectPage(of: albums[2])
                try await window.equal(true) { $0.hasPlatformColour }
                try await window.press("Right")
                try await window.expectPage(of: albums[3])
                let first = try await window.still("the page has a colour") { $0.tint }
                #expect(first.allSatisfy { $0 > 200 })
                try await window.press("Right")
                try await window.expectPage(of: albums[4])
                _ = try await window.still("the page has another colour") { content in content.tint.flatMap { $0 == first ? nil : $0 } }
                try await window.press("Left", "Left")
                try await window.expectPage(of: albums[2])
                try await window.equal(true) { $0.hasPlatformColour }
            }
        }

        @Test("On a dark desktop, the colours are dark")
        func dark() async throws {
            try await Scene.play { scene in
                scene.isDark = true
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("Right")
                try await window.expectPage(of: albums[1])
                let colour = try await window.still("the page has a colour") { $0.tint }
                #expect(colour.allSatisfy { $0 < 90 })
            }
        }
    }
}

extension WindowContent {
    /// The colour of the page beside the album's title.
    @MainActor fileprivate var background: [UInt8] {
        guard let title = first(GTK_ACCESSIBLE_ROLE_HEADING)?.frame else { return [] }
        return pixels(Frame(x: title.x + 2, y: title.y + title.height + 3, width: 1, height: 1))?.bytes ?? []
    }

    /// Whether that is the platform's: #fafafa, or #fafafb in newer versions.
    @MainActor fileprivate var hasPlatformColour: Bool { [[250, 250, 250], [250, 250, 251]].contains(background) }

    /// The colour of the page; `nil` while it is the platform's.
    @MainActor fileprivate var tint: [UInt8]? {
        let colour = background
        return Set(colour).count > 1 && !hasPlatformColour ? colour : nil
    }
}
