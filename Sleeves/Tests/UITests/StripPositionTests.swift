import CAtspi
import Testing

extension UITests.WindowTests {
    @MainActor
    @Suite("The position in the strip")
    struct StripPositionTests {
        @Test("A slider under the strip says which of the albums is selected, and selects others")
        func slider() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("Right")
                try await window.expectSelection(albums[1])
                try await Eventually.holds("it says so") { window.texts.contains("2 of \(albums.count)") }
                try await AccessibilityAudit.expectNoComplaints(about: #require(window.frame))
                try await window.press("Tab")
                try await Eventually.holds("the slider has the keyboard") { window.focused?.role == "slider" }
                #expect(window.focused?.name == "Position")
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("Left")
                try await window.expectSelection(albums[albums.count - 2])
                try await Eventually.holds("it says so") { window.texts.contains("\(albums.count - 1) of \(albums.count)") }
            }
        }
    }
}
