import DisplayTesting
import Foundation
import GTKAdapters
import Testing

@testable import SleevesUI

extension OnScreen {
    /// A collector's own copies, which the page shows and a dialog describes.
    @MainActor
    @Suite("Copies of an album, in the window")
    struct CopiesInTheWindowTests {
        @Test("A copy is added, lent, taken back and removed on the page by key, and each step is undone")
        func wholeStory() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.tab(to: "Add a Copy")
                try await window.press("space")
                try await window.dialog("Add a Copy")
                try await window.equal("Format") { $0.focusedName }
                try await window.type("LP")
                for _ in 0..<3 { try await window.press("Tab") }
                try await window.equal("Released") { $0.focusedName }
                try await window.type("64")
                try await window.holds("the problem is said beside the field") { content in
                    content.texts(of: "Add a Copy").contains("Enter a day such as 2025-03-27, a month such as 2025-03, or a year.")
                }
                try await window.press("Return")
                try await window.press("ctrl+a")
                try await window.type("1964")
                try await window.holds("the field is valid") { !$0.texts(of: "Add a Copy").contains { $0.hasPrefix("Enter a day") } }
                try await window.expectNoComplaints()
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.equal("LP") { $0.copy["Format"] }
                try await window.holds("the copy has a card") { $0.texts.contains("Your Copy") && $0.copy["Released"] == "1964" }
                try await window.holds("the card is in view") { content in
                    content.nodes.first { $0.name == "Your Copy" && $0.text == nil }?.frame.map { card in
                        card.y > 0 && card.y + card.height <= content.size[1]
                    } == true
                }

                try await window.tab(to: "Lend This Copy")
                try await window.press("space")
                try await window.dialog("Edit This Copy")
                try await window.equal("Lent To") { $0.focusedName }
                try await window.holds("the field is in view") { content in
                    guard let field = content.focused?.frame, let dialog = content.dialog("Edit This Copy") else { return false }
                    return field.y > 0 && field.y + field.height <= dialog.size[1]
                }
                try await window.type("Ann")
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.equal("Ann") { $0.copy["Lent To"] }
                try await window.holds("the day is known") { $0.copy["Lent Since"] != nil }
                try await window.expectNoComplaints()

                try await window.tab(to: "It Is Back")
                try await window.press("space")
                try await window.holds("it is said who has brought it back") { content in
                    content.copy["Lent To"] == nil && content.texts.contains("Brought back by Ann.")
                }
                try await window.press("ctrl+z")
                try await window.equal("Ann") { $0.copy["Lent To"] }

                try await window.tab(to: "Edit This Copy")
                try await window.press("space")
                try await window.dialog("Edit This Copy")
                try await window.tab(to: "Remove This Copy")
                try await window.press("space")
                try await window.expectNoDialog()
                try await window.holds("the card is gone") { !$0.texts.contains("Your Copy") }
                try await window.press("ctrl+z")
                try await window.equal("Ann") { $0.copy["Lent To"] }
                try await window.press("ctrl+z")
                try await window.holds("it isn't lent") { $0.copy["Lent To"] == nil && $0.copy["Format"] == "LP" }
                try await window.press("ctrl+z")
                try await window.holds("it isn't there") { !$0.texts.contains("Your Copy") }
                try await window.press("ctrl+shift+z")
                try await window.equal("LP") { $0.copy["Format"] }
            }
        }

        @Test("Each value is edited where it stands, by Enter and by click: Enter and leaving apply it, Escape doesn't, and each is undone")
        func inPlace() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let albums = try await Scene.list(library)
                try await SleevesCommand.run(
                    "copy", "--library", library, albums[0].id.rawValue, "--add", "--set", "place=Box 4", "--set", "price=5", "--set",
                    "bought=2025-03-27", "--set", "rating=3")
                try await SleevesCommand.run("copy", "--library", library, albums[1].id.rawValue, "--add", "--set", "place=Attic")
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.tab(to: "Box 4")
                try await window.press("Return")
                try await window.equal("Place") { $0.focusedName }
                try await window.holds("places are offered") { content in content.nodes.contains { $0.name == "Suggestions for “Place”" } }
                try await window.expectNoComplaints()
                try await window.press("Down")
                try await window.equal("Box 4") { $0.focusedName }
                try await window.press("Up")
                try await window.equal("Attic") { $0.focusedName }
                try await window.press("Return")
                try await window.expectKeyboardBack(to: "Place")
                try await window.press("Return")
                try await window.equal("Attic") { $0.copy["Place"] }
                try await window.equal("Attic") { $0.focusedName }

                // Escape leaves all as it is; so does a value that can't be.
                try await window.press("Return")
                try await window.equal("Place") { $0.focusedName }
                try await window.type("Cellar")
                try await window.press("Escape")
                try await window.equal("Attic") { $0.focusedName }
                try await window.tab(to: "27 March 2025")
                try await window.press("Return")
                try await window.equal("Bought") { $0.focusedName }
                try await window.press("ctrl+a")
                try await window.type("March")
                try await window.press("Return")
                try await window.holds("the problem is said") { $0.texts.contains { $0.hasPrefix("Enter a day such as") } }
                try await window.press("Tab")
                try await window.equal("27 March 2025") { $0.copy["Bought"] }

                // By click, and by leaving the field.
                try await window.click("the value") { content in content.nodes.first { $0.text == "5" && $0.isFocusable } }
                try await window.equal("Price") { $0.focusedName }
                try await window.press("ctrl+a")
                try await window.type("7")
                try await window.press("Tab")
                try await window.equal("7") { $0.copy["Price"] }
                try await window.tab(to: "★★★☆☆")
                try await window.press("Return")
                try await window.equal("Rating") { $0.focusedName }
                try await window.press("ctrl+a")
                try await window.type("5")
                try await window.press("Return")
                try await window.equal("★★★★★") { $0.copy["Rating"] }

                // A value that is emptied is gone, and the keyboard stays on the card.
                try await window.tab(to: "7")
                try await window.press("Return")
                try await window.equal("Price") { $0.focusedName }
                try await window.press("ctrl+a", "BackSpace", "Return")
                try await window.holds("it is gone") { $0.copy["Price"] == nil }
                try await window.equal("Edit This Copy") { $0.focusedName }
                try await window.press("ctrl+z")
                try await window.equal("7") { $0.copy["Price"] }
                try await window.press("ctrl+z")
                try await window.equal("★★★☆☆") { $0.copy["Rating"] }
                try await window.press("ctrl+z")
                try await window.equal("5") { $0.copy["Price"] }
                try await window.press("ctrl+z")
                try await window.equal("Box 4") { $0.copy["Place"] }
            }
        }

        @Test("An album is rated and loved on its page, by key and by click, found by the chips, and each step is undone")
        func opinion() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.holds("it isn't rated") { content in content.nodes.contains { $0.name == "Not Rated" } }
                try await window.tab(to: "1 Star")
                try await window.press("Right", "Right", "Right")
                try await window.equal("4 Stars") { $0.focusedName }
                try await window.press("space")
                try await window.holds("it has four stars") { content in content.nodes.contains { $0.name == "Rating, 4 of 5" } }
                try await window.expectNoComplaints()
                try await window.press("Right", "Right")
                try await window.equal("Add to Favourites") { $0.focusedName }
                try await window.press("space")
                try await window.equal("Remove from Favourites") { $0.focusedName }
                // One stop for the Tab key.
                try await window.press("Tab")
                try await window.equal("Play") { $0.focusedName }
                try await window.press("shift+Tab")
                try await window.equal("Remove from Favourites") { $0.focusedName }

                try await window.press("ctrl+f")
                try await window.choose("4 Stars or more", ofChip: "Rating")
                try await window.equal("1 of \(albums.count) albums") { $0.subtitle }
                try await window.clickButton("Favourites (1)")
                try await window.equal("1 of \(albums.count) albums") { $0.subtitle }
                try await window.press("Escape")
                try await window.equal("\(albums.count) albums") { $0.subtitle }
                try await window.expectPage(of: albums[0])

                try await window.press("ctrl+b")
                try await window.holds("it isn't a favourite") { content in content.nodes.contains { $0.name == "Add to Favourites" } }
                try await window.press("ctrl+z")
                try await window.holds("it is one again") { content in content.nodes.contains { $0.name == "Remove from Favourites" } }
                // The star that is the rating takes it back.
                try await window.clickButton("4 Stars")
                try await window.holds("it isn't rated") { content in content.nodes.contains { $0.name == "Not Rated" } }
                try await window.clickButton("2 Stars")
                try await window.holds("it has two stars") { content in content.nodes.contains { $0.name == "Rating, 2 of 5" } }
                for words in ["Not Rated", "Rating, 4 of 5"] {
                    try await window.press("ctrl+z")
                    try await window.holds("the step is undone") { content in content.nodes.contains { $0.name == words } }
                }
                try await window.press("ctrl+z")
                try await window.holds("it isn't a favourite") { content in content.nodes.contains { $0.name == "Add to Favourites" } }
            }
        }

        @Test("A heart that isn't set is an outline, where Sleeves' icons are installed")
        func heart() throws {
            _ = TestApplication.shared
            let name = "sleeves-heart-outline-symbolic.svg"
            let data = URL(filePath: #filePath).appending(path: "../../../../data").standardizedFileURL
            let icons = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            let folder = icons.appending(path: "hicolor/symbolic/apps")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: data.appending(path: name), to: folder.appending(path: name))
            Icons.addFolder(icons.path(percentEncoded: false))
            #expect(RatingRow.heartIcon(isSet: false) == "sleeves-heart-outline-symbolic")
            #expect(RatingRow.heartIcon(isSet: true) == "emote-love-symbolic")
        }

        @Test("A field offers grades, and what other copies have, by key and by click")
        func suggestions() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let albums = try await Scene.list(library)
                for (album, value) in zip(albums[1...], ["place=Box 4", "place=Attic", "place=Box 4"]) {
                    try await SleevesCommand.run("copy", "--library", library, album.id.rawValue, "--add", "--set", value)
                }
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                try await window.tab(to: "Add a Copy")
                try await window.press("space")
                try await window.dialog("Add a Copy")
                try await window.tab(to: "Condition")
                try await window.press("Down")
                try await window.equal("Mint (M)") { $0.focusedName }
                try await window.press("Down", "Return")
                try await window.equal("Near Mint (NM or M-)") { $0.field("Condition", of: "Add a Copy")?.contents }
                try await window.expectKeyboardBack(to: "Condition")
                try await window.press("Down")
                try await window.equal("Near Mint (NM or M-)") { $0.focusedName }
                try await window.press("Escape")
                try await window.expectKeyboardBack(to: "Condition")
                // Where the button is in view.
                try await window.tab(to: "Place")
                try await window.clickButton("Suggestions for “Place”")
                try await window.equal("Box 4") { $0.focusedName }
                try await window.press("Down", "Return")
                try await window.equal("Attic") { $0.field("Place", of: "Add a Copy")?.contents }
                try await window.expectKeyboardBack(to: "Place")
                try await window.press("ctrl+a")
                try await window.type("BOX")
                try await window.equal("BOX") { $0.field("Place", of: "Add a Copy")?.contents }
                try await window.press("Down")
                try await window.equal("Box 4") { $0.focusedName }
                try await window.press("Return")
                try await window.equal("Box 4") { $0.field("Place", of: "Add a Copy")?.contents }
                try await window.expectKeyboardBack(to: "Place")
                try await window.expectNoComplaints()
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.holds("the copy has a card") { content in
                    content.copy["Condition"] == "Near Mint (NM or M-)" && content.copy["Place"] == "Box 4"
                }
            }
        }

        @Test("The chips of the search find what is lent, and the place on the page leads to all that stands there")
        func found() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let albums = try await Scene.list(library)
                for (album, value) in zip(albums, ["place=Box 4", "place=box 4", "place=Attic"]) {
                    try await SleevesCommand.run("copy", "--library", library, album.id.rawValue, "--add", "--set", value)
                }
                try await SleevesCommand.run("copy", "--library", library, albums[1].id.rawValue, "--set", "lent-to=Ann")
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.expectPage(of: albums[0])
                let place = try await window.value("the page shows the place") { $0.copy["Place"] }
                try await window.tab(to: "Show All in “\(place)”")
                try await window.press("Return")
                try await window.equal(2) { $0.cells.count }
                try await window.holds("what is lent is counted") { $0.texts.contains("Lent (1)") }
                try await window.click("the chip filters") { content in content.nodes.first { $0.name == "Lent (1)" && $0.isFocusable } }
                try await window.equal(1) { $0.cells.count }
                try await window.equal("Ann") { $0.copy["Lent To"] }
            }
        }
    }
}
