import Foundation
import Testing

extension OnScreen {
    /// The fields that a collector adds to copies.
    @MainActor
    @Suite("Fields of one's own")
    struct OwnFieldsTests {
        private static let preferences = "Preferences"

        @Test("By key: a field is added in the preferences, filled in on the page, found by its chip, given another name, and removed")
        func wholeStory() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.press("ctrl+comma")
                try await window.dialog(Self.preferences)
                try await window.use("Fields", in: Self.preferences)
                try await window.expectNoComplaints(about: Self.preferences)
                for (name, kind, place) in [("Signed", "Yes or No", 4), ("Weight", "Number", 1)] {
                    try await window.tab(to: "Add a Field…")
                    try await window.press("Return")
                    try await window.dialog("Add a Field")
                    try await window.equal("Name") { $0.focusedName }
                    try await window.type(name == "Signed" ? "Rating" : "signed")
                    try await window.holds("the name is taken") { content in
                        content.texts(of: "Add a Field").contains { $0.hasSuffix("Choose another name.") }
                    }
                    try await window.press("ctrl+a")
                    try await window.type(name)
                    try await window.tab(to: "Text")
                    for _ in 0..<place { try await window.press("Down") }
                    try await window.equal(kind) { $0.focusedName }
                    try await window.press("space")
                    try await window.equal(kind) { $0.focusedName }
                    try await window.expectNoComplaints()
                    try await window.tab(to: "Add")
                    try await window.press("Return")
                    try await window.holds("the field is listed") { $0.texts(of: Self.preferences).contains("\(kind), 0 albums") }
                    try await window.focusWindow(named: Self.preferences)
                }
                try await window.press("Escape")
                try await window.expectNoDialog()

                try await window.tab(to: "Add a Copy")
                try await window.press("space")
                try await window.dialog("Add a Copy")
                try await window.tab(to: "Signed")
                try await window.press("space")
                try await window.tab(to: "Weight")
                try await window.type("heavy")
                try await window.holds("the problem is said") { $0.texts(of: "Add a Copy").contains("Enter a number such as 180 or 12.5.") }
                try await window.press("ctrl+a")
                try await window.type("180")
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.holds("the card has both") { $0.copy["Signed"] == "Yes" && $0.copy["Weight"] == "180" }
                try await window.tab(to: "180")
                try await window.press("Return")
                try await window.equal("Weight") { $0.focusedName }
                try await window.press("ctrl+a")
                try await window.type("140")
                try await window.press("Return")
                try await window.equal("140") { $0.copy["Weight"] }
                try await window.expectNoComplaints()

                try await window.press("ctrl+f")
                try await window.choose("Yes", ofChip: "Signed")
                try await window.equal("1 of \(albums.count) albums") { $0.subtitle }
                // Until then, the list is closing, and its popover takes keys.
                try await window.holds("the chip says what is chosen, and has the keyboard") { $0.focusedName == "Signed: Yes" }
                try await window.expectNoComplaints()
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }

                try await window.press("ctrl+comma")
                try await window.dialog(Self.preferences)
                try await window.use("Fields", in: Self.preferences)
                try await window.holds("they are counted") { $0.texts(of: Self.preferences).contains("Yes or No, 1 album") }
                try await window.tab(to: "Signed")
                try await window.press("Return")
                try await window.dialog("Edit This Field")
                try await window.press("ctrl+a")
                try await window.type("Autograph")
                try await window.press("Return")
                try await window.holds("the field has its new name") { $0.texts(of: Self.preferences).contains("Autograph") }
                try await window.focusWindow(named: Self.preferences)
                try await window.tab(to: "Autograph")
                try await window.press("Return")
                try await window.dialog("Edit This Field")
                try await window.tab(to: "Remove This Field")
                try await window.press("Return")
                try await window.holds("it is said") { content in
                    content.texts(of: Self.preferences).contains("Removed the field “Autograph” from 1 album.")
                }
                try await window.holds("the other field is left") { content in
                    let texts = content.texts(of: Self.preferences)
                    return texts.contains("Weight") && !texts.contains("Autograph")
                }
                try await window.focusWindow(named: Self.preferences)
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await window.holds("the card has lost it") { $0.copy["Autograph"] == nil && $0.copy["Weight"] == "140" }
                try await window.press("ctrl+z")
                try await window.equal("Yes") { $0.copy["Autograph"] }
                try await window.press("ctrl+z")
                try await window.equal("Yes") { $0.copy["Signed"] }
            }
        }
    }
}
