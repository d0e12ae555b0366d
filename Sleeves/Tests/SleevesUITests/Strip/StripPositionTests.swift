import CAdwaita
import Testing

extension OnScreen {
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
                try await window.holds("it says so") { $0.texts.contains("2 of \(albums.count)") }
                try await window.press("Tab")
                try await window.holds("the slider has the keyboard") { content in
                    content.focused?.role == GTK_ACCESSIBLE_ROLE_SLIDER && content.focused?.name == "Position"
                }
                try await window.press("End")
                try await window.expectSelection(albums[albums.count - 1])
                try await window.press("Left")
                try await window.expectSelection(albums[albums.count - 2])
                try await window.holds("it says so") { $0.texts.contains("\(albums.count - 1) of \(albums.count)") }
            }
        }
    }
}
