import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// Searches and filters with names.
    @MainActor
    @Suite("Shelves, in the window")
    struct ShelvesInTheWindowTests {
        private static let name = "Save as Shelf"

        /// Searches, and saves the search by key.
        private static func save(_ words: String, as name: String, in window: SleevesWindow) async throws {
            try await window.press("ctrl+f")
            try await window.search(for: words)
            try await window.holds("the search can be saved") { _ in window.isEnabled("save-shelf") }
            try await window.press("ctrl+d")
            try await window.dialog(Self.name)
            try await window.holds("the words are proposed") { $0.focused?.contents == words }
            try await window.type(name)
            try await window.holds("the name is entered") { $0.focused?.contents == name }
            try await window.press("Return")
            try await window.expectNoDialog()
            try await window.holds("it is said") { $0.texts.contains("“\(name)” is a shelf now.") }
        }

        /// Opens the list by key, and waits for what it shows.
        private static func open(_ shelves: [[String]], in window: SleevesWindow) async throws {
            try await window.press("F9")
            try await window.equal(shelves) { $0.listedShelves }
        }

        @Test(
            "A search is saved by key and shown again from the list, which counts its albums of now; it is there when the window opens again"
        )
        func saving() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                try await SleevesCommand.run("add", "--library", library, "--title", "Zinnober", "--artist", "Nobody")
                var window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("36 albums") { $0.subtitle }
                #expect(!window.isEnabled("save-shelf"))
                try await Self.save("zinnober", as: "Reds", in: window)
                try await window.press("Escape")
                try await window.equal("36 albums") { $0.subtitle }
                try await window.equal(false) { $0.isSearchOpen }

                try await Self.open([["Reds", "1"]], in: window)
                try await window.equal([["All Albums", "36"], ["Wanted", "0"]]) { $0.listed("Library") }
                try await window.equal("Reds") { $0.focused?.texts.first }
                try await window.expectNoComplaints()
                // It is live.
                try await SleevesCommand.run("add", "--library", library, "--title", "Zinnober Again", "--artist", "Nobody")
                try await window.equal([["Reds", "2"]]) { $0.listedShelves }
                try await window.equal("Reds") { $0.focused?.texts.first }
                try await window.press("Return")
                try await window.equal("2 of 37 albums") { $0.subtitle }
                try await window.equal(["Reds"]) { $0.chosenShelves }
                try await window.equal(true) { $0.isSearchOpen }
                try await window.holds("the keyboard is among the albums") { $0.focused?.contents == nil }
                try await window.press("Escape")
                try await window.equal("37 albums") { $0.subtitle }
                try await window.equal(["All Albums"]) { $0.chosenShelves }

                // The list is as it was left.
                try await window.quit()
                window = try await SleevesWindow.open(library, in: scene)
                try await window.equal([["Reds", "2"]]) { $0.listedShelves }
                try await window.press("F9")
                try await window.equal([]) { $0.listedShelves }
                try await window.holds("the keyboard is among the albums") { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL }
            }
        }

        @Test("The list keeps the keyboard when the albums of a closed search come after it")
        func keyboard() async throws {
            try await Scene.play { scene in
                let window = try await SleevesWindow.open(try await scene.makeLibrary(), as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                for delay in [0, 5, 20, 40, 80] {
                    try await window.search(for: "tin")
                    try await window.holds("the search is done") { $0.subtitle != "35 albums" }
                    try await window.press("Escape")
                    try await window.pass(delay)
                    try await window.press("F9")
                    try await window.equal("All Albums") { $0.focused?.texts.first }
                    try await window.equal("35 albums") { $0.subtitle }
                    try await window.pass(150)
                    try await window.equal("All Albums") { $0.focused?.texts.first }
                    try await window.press("F9")
                    try await window.holds("the keyboard is among the albums") { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL }
                }
            }
        }

        @Test("A shelf with a known name replaces that; a removed one comes back by Undo; without any, the list says how to make one")
        func removing() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                try await window.press("F9")
                try await window.holds("it is said how") { content in
                    content.texts.contains { $0.hasPrefix("A shelf keeps a search with its filters") }
                        && content.focused?.texts.first == "All Albums"
                }
                try await window.expectNoComplaints()
                try await Self.save("amber", as: "Mine", in: window)
                try await window.press("Escape")
                try await window.equal(false) { $0.isSearchOpen }
                try await window.press("ctrl+f")
                try await window.search(for: "harbour")
                try await window.holds("the search can be saved") { _ in window.isEnabled("save-shelf") }
                try await window.press("ctrl+d")
                try await window.dialog(Self.name)
                try await window.type("late")
                try await window.holds("there is none with this name yet") { $0.focused?.contents == "late" && $0.offers("Save") }
                try await window.library.save(try #require(Shelf("Late", filter: AlbumFilter())))
                try await window.holds("it would replace the one that came meanwhile") { $0.offers("Replace") }
                try await window.press("ctrl+a")
                try await window.type("mine")
                try await window.holds("it would replace the first one") { $0.focused?.contents == "mine" && $0.offers("Replace") }
                try await window.press("Return")
                try await window.expectNoDialog()
                try await window.equal(["Late", "mine"]) { $0.listedShelves.map { $0.first ?? "" } }
                try await window.library.remove(try #require(Shelf("Late", filter: AlbumFilter())))
                try await window.equal(["mine"]) { $0.listedShelves.map { $0.first ?? "" } }
                try await window.press("Escape")
                try await window.equal(false) { $0.isSearchOpen }
                try await Self.save("tin", as: "Other", in: window)
                try await window.equal(["mine", "Other"]) { $0.listedShelves.map { $0.first ?? "" } }
                for name in ["mine", "Other"] {
                    try await window.clickButton("Edit “\(name)”")
                    try await window.dialog("Edit Shelf")
                    try await window.clickButton("Remove This Shelf")
                    try await window.expectNoDialog()
                    try await window.holds("it is gone") { content in !content.listedShelves.contains { $0.first == name } }
                }
                // Each message brings back its own.
                for name in ["mine", "Other"] {
                    try await window.holds("it is said") { $0.texts.contains("The shelf “\(name)” was removed.") }
                    try await window.clickButton("Undo")
                    try await window.holds("the message is gone") { !$0.texts.contains("The shelf “\(name)” was removed.") }
                }
                try await window.equal(["Other"]) { $0.chosenShelves }
                try await window.quit()
                for name in ["mine", "Other"] {
                    try await SleevesCommand.run("list", "--library", "\(scene.folder)/library", "--shelf", name)
                }
            }
        }

        @Test("A shelf gets another name and a symbol, and keeps its search; the wantlist has a shelf, which every library has")
        func editing() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                try await SleevesCommand.run("add", "--library", library, "--title", "Wish", "--artist", "Nobody", "--wanted")
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                try await Self.save("kettle blu", as: "Kettles", in: window)
                try await window.press("Escape")
                try await window.equal(false) { $0.isSearchOpen }
                try await Self.open([["Kettles", "2"]], in: window)
                try await window.clickButton("Edit “Kettles”")
                try await window.dialog("Edit Shelf")
                try await window.expectNoComplaints(about: "Edit Shelf")
                try await window.type("Pots")
                try await window.clickButton("Heart")
                try await window.holds("the symbol is chosen") { content in
                    content.isOn("Heart", in: "Edit Shelf") == true && content.isOn("Bookmark", in: "Edit Shelf") == false
                }
                try await window.clickButton("Save")
                try await window.expectNoDialog()
                try await window.equal([["Pots", "2"]]) { $0.listedShelves }
                try await window.click("the wantlist") { content in
                    content.list("Library")?.tree.first { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && $0.texts.first == "Wanted" }
                }
                try await window.equal("1 wanted album") { $0.subtitle }
                try await window.equal(["Wanted"]) { $0.chosenShelves }
                try await window.click("the shelf") { content in
                    content.list("Shelves")?.tree.first { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && $0.texts.first == "Pots" }
                }
                try await window.equal("2 of 35 albums") { $0.subtitle }
                // In a narrow window, the list makes way; in a wide one, it is back.
                try await window.resize(width: 700, height: 700)
                try await window.equal([]) { $0.listedShelves }
                try await window.resize(width: 960, height: 680)
                try await window.equal([["Pots", "2"]]) { $0.listedShelves }
                try await window.expectNoComplaints()
            }
        }

        @Test("Where there is room for the wall or a page only, a shelf leads from the page to the wall")
        func narrow() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let window = try await SleevesWindow.open(library, as: "wall", in: scene)
                try await window.equal("35 albums") { $0.subtitle }
                try await Self.save("kettle blu", as: "Kettles", in: window)
                try await window.resize(width: 400, height: 700)
                try await window.press("Return")
                try await window.holds("an album has the keyboard") { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL }
                try await window.press("Return")
                try await window.equal(true) { $0.isPageInFront }
                try await Self.open([["Kettles", "2"]], in: window)
                try await window.equal(false) { $0.isPageInFront }
                try await window.press("Return")
                try await window.holds("an album has the keyboard") { $0.focused?.role == GTK_ACCESSIBLE_ROLE_GRID_CELL }
                try await window.equal("2 of 35 albums") { $0.subtitle }
                try await window.equal(false) { $0.isPageInFront }
            }
        }
    }
}

extension WindowContent {
    /// Whether the page is in front of the wall.
    fileprivate var isPageInFront: Bool { first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Back") != nil }

    /// The texts of the lines of shelves, each: the name, and the number of albums once it is known.
    fileprivate var listedShelves: [[String]] { listed("Shelves") }

    fileprivate func list(_ name: String) -> WidgetNode? {
        nodes.first { $0.role == GTK_ACCESSIBLE_ROLE_LIST && $0.name == name && $0.isShown }
    }

    fileprivate func listed(_ name: String) -> [[String]] {
        let rows = list(name)?.tree.filter { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && $0.isShown } ?? []
        return rows.map { $0.texts.filter { !$0.isEmpty } }
    }

    /// The names of the shelves whose albums are shown.
    fileprivate var chosenShelves: [String] { chosen(in: list("Library")) + chosen(in: list("Shelves")) }

    private func chosen(in list: WidgetNode?) -> [String] {
        let rows = list?.tree.filter { $0.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && $0.isSelected } ?? []
        return rows.compactMap(\.texts.first)
    }

    /// Whether the dialog for a new shelf has a button.
    fileprivate func offers(_ button: String) -> Bool {
        dialog("Save as Shelf")?.tree.contains { $0.role == GTK_ACCESSIBLE_ROLE_BUTTON && $0.name == button } ?? false
    }

    /// Whether a toggle button of a dialog is pressed; `nil` if there is none.
    fileprivate func isOn(_ name: String, in title: String) -> Bool? { dialog(title)?.tree.first { $0.name == name }?.isOn }
}
