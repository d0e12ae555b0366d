import CAdwaita
import Foundation
import Testing

extension OnScreen {
    /// Records that the user wants and doesn't have.
    @MainActor
    @Suite("Wishes, in the window")
    struct WishesInTheWindowTests {
        private static func wish(for title: String, in library: String) async throws {
            try await SleevesCommand.run("add", "--library", library, "--wanted", "--title", title, "--artist", "Nobody")
        }

        @Test(
            "They have a wall of their own; one comes true on its page by key, which is undone and redone; the last one leaves a page that helps"
        )
        func wall() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                for title in ["First", "Second"] { try await Self.wish(for: title, in: library) }
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                try await window.choose("Wanted Albums", from: "Main Menu")
                try await window.equal("2 wanted albums") { $0.subtitle }
                try await window.equal(2) { $0.cells.count }
                try await window.holds("the chip is set") { $0.texts.contains("Wanted (2)") }
                try await window.holds("the page says so") { $0.texts.contains("Wanted") && $0.texts.contains("First") }
                try await window.expectNoComplaints()

                try await window.tab(to: "I Got It")
                try await window.press("space")
                try await window.equal("1 wanted album") { $0.subtitle }
                try await window.holds("it is said") { $0.texts.contains("“First” is in your library now.") }
                try await window.press("ctrl+z")
                try await window.equal("2 wanted albums") { $0.subtitle }
                try await window.press("ctrl+shift+z")
                try await window.equal("1 wanted album") { $0.subtitle }
                try await window.holds("the other's page is shown") { $0.texts.contains("Second") && !$0.texts.contains("First") }
                try await window.clickButton("I Got It")
                try await window.holds("it is said how to get more") { content in
                    content.texts.contains("You want nothing yet. Import a Discogs wantlist, or add a record that you want.")
                }
                try await window.expectNoComplaints()
                try await window.equal("Show All Albums") { $0.focusedName }
                try await window.press("ctrl+z")
                try await window.equal("1 wanted album") { $0.subtitle }
                try await window.holds("the wish has the keyboard") { $0.focusedName?.hasPrefix("Nobody – Second") == true }
                try await window.press("ctrl+shift+z")
                try await window.equal("0 wanted albums") { $0.subtitle }
                try await window.press("Escape")
                try await window.equal("37 albums") { $0.subtitle }
            }
        }

        @Test("Several come true at once by the menu of their covers, which offers that for nothing else")
        func several() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                for title in ["First", "Second", "Third"] { try await Self.wish(for: title, in: library) }
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                #expect(!window.isEnabled("got-it"))
                try await window.choose("Wanted Albums", from: "Main Menu")
                try await window.equal(3) { $0.cells.count }
                try await window.press("ctrl+a")
                // Once it is read, the page's button stays where it is.
                try await window.holds("the page shows all") { $0.texts.contains("3 albums selected") && $0.texts.contains("3 albums") }
                try await window.expectNoComplaints()
                try await window.choose("I Got It", from: "Change the Albums")
                try await window.holds("all have come") { $0.texts.contains("3 albums are in your library now.") }
                // While they are still selected, Escape would first end that.
                try await window.equal("0 wanted albums") { $0.subtitle }
                try await window.press("Escape")
                try await window.equal("38 albums") { $0.subtitle }
                try await window.press("ctrl+z")
                try await window.equal("35 albums") { $0.subtitle }
            }
        }

        @Test("In a library without albums, the page of welcome leads to them, and Escape back")
        func welcome() async throws {
            try await Scene.play { scene in
                let library = "\(scene.folder)/library"
                try await Self.wish(for: "First", in: library)
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.tab(to: "Show 1 Wanted Album")
                try await window.expectNoComplaints()
                try await window.press("Return")
                try await window.equal("1 wanted album") { $0.subtitle }
                try await window.equal(1) { $0.cells.count }
                try await window.press("Escape")
                try await window.holds("the page of welcome is back") { $0.texts.contains("Your Records Go Here") }
            }
        }

        @Test("A record is added as a wish, and the next time the dialog is for records that the user has")
        func adding() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                for (title, isWish) in [("First", true), ("Second", false)] {
                    try await window.press("ctrl+n")
                    try await window.dialog("Add a Record")
                    if isWish {
                        try await window.tab(to: "I Want It")
                        try await window.press("space")
                    }
                    try await window.tab(to: "Add by Hand…")
                    try await window.press("space")
                    try await window.equal("Title") { $0.focusedName }
                    let note = "This record becomes a wish: you do not have it yet."
                    try await window.equal(isWish) { $0.texts(of: "Add a Record").contains(note) }
                    try await window.type(title)
                    try await window.press("Tab")
                    try await window.type("Nobody")
                    try await window.expectNoComplaints()
                    try await window.press("Return")
                    try await window.holds("it is added") { $0.texts(of: "Add a Record").contains("Nobody") }
                    try await window.press("Escape")
                    try await window.expectNoDialog()
                }
                try await window.equal("36 albums") { $0.subtitle }
                try await window.choose("Wanted Albums", from: "Main Menu")
                try await window.equal("1 wanted album") { $0.subtitle }
            }
        }

        @Test("A copy is marked as wanted in its dialog, and the album stays in the library")
        func otherCopy() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.tab(to: "Add a Copy")
                try await window.press("space")
                try await window.dialog("Add a Copy")
                try await window.type("LP")
                try await window.tab(to: "Wanted", with: "shift+Tab")
                try await window.press("space")
                try await window.expectNoComplaints()
                try await window.use("Add", in: "Add a Copy")
                try await window.expectNoDialog()
                try await window.holds("the wish has a card") { $0.texts.contains("I Got It") && $0.texts.contains("LP") }
                try await window.equal("35 albums") { $0.subtitle }
            }
        }
    }
}
