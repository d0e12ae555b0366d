import CAdwaita
import Foundation
import SleevesLibrary
import Testing

extension OnScreen {
    /// The preferences, the first question, and what the main menu has besides.
    @MainActor
    @Suite("Preferences")
    struct PreferencesTests {
        private static let unanswered = NetworkSettings(
            addresses: OnlineService.all(at: NetworkSettings.off), allowsLocalNetwork: true)
        private static let question = "Look for missing covers on the network?"
        private static let fetching = "Look for Missing Covers on the Network"
        private static let preferences = "Preferences"

        /// Opens a library of an album whose cover the server has, and waits until the window asks whether it may fetch it.
        private static func openAsking(_ server: CoverServer, in scene: Scene) async throws -> (library: String, window: SleevesWindow) {
            server.release()
            let list = try scene.writeList(["First Light"], coverURL: "http://127.0.0.1:\(server.port)/a")
            let library = try await scene.makeLibrary(of: list)
            let window = try await SleevesWindow.open(library, network: unanswered, in: scene)
            try await window.holds("it asks") { $0.texts.contains(question) }
            return (library, window)
        }

        private static func open(_ window: SleevesWindow) async throws {
            try await window.press("ctrl+comma")
            try await window.dialog(preferences)
        }

        @Test("Preferences open by key; each source says its albums and problems; everything has a name; Escape closes them")
        func opening() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let list = try scene.writeList(["First Light"])
                try await Scene.fill(library, with: [list])
                let window = try await SleevesWindow.open(library, reader: MediaReader(program: SleevesCommand.path), in: scene)
                try await window.holds("the albums are shown") { $0.selectedAlbum != nil }
                try await Self.open(window)
                try await window.holds("both are listed") { content in
                    let texts = content.texts(of: Self.preferences)
                    return texts.contains(list) && texts.contains { $0.hasPrefix("35 albums") }
                        && texts.contains { $0.hasPrefix("1 album\n") }
                }
                try await window.holds("it says what confines the readers") { content in
                    content.texts(of: Self.preferences).contains {
                        $0.hasPrefix("Tags and pictures are read by processes that can open no other file")
                    }
                }
                try await window.expectNoComplaints(about: Self.preferences)
                try await window.use("Covers", in: Self.preferences)
                try await window.holds("the other page is shown") { $0.texts(of: Self.preferences).contains(Self.fetching) }
                try await window.expectNoComplaints(about: Self.preferences)
                // An option has answered, as the environment may.
                try await window.holds("it says so") { content in
                    content.texts(of: Self.preferences).contains { $0.contains("SLEEVES_FETCH_COVERS") }
                }
                try await window.holds("it can't be changed here") { content in
                    content.dialog(Self.preferences)?.tree.contains {
                        $0.spokenName == Self.fetching && $0.isFocusable && $0.isSensitive
                    } == false
                }
                try await window.press("Escape")
                try await window.expectNoDialog()
            }
        }

        @Test("Until the question is answered nothing is requested; Allow brings the cover, and isn't asked again")
        func allowing() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                let (library, window) = try await Self.openAsking(server, in: scene)
                try await window.expectNoComplaints()
                let covers = try await window.still("the cover stands still") { $0.covers.map(\.hasPicture) }
                #expect(covers == [false])
                #expect(server.requestCount == 0)
                #expect(try await Scene.list(library).map(\.hasCover) == [false])
                try await window.clickButton("Allow")
                try await window.equal(true) { $0.covers.first?.hasPicture }
                try await window.holds("the question has gone") { !$0.texts.contains(Self.question) }
                try await window.quit()

                let again = try await SleevesWindow.open(library, network: Self.unanswered, in: scene)
                try await again.equal(true) { $0.covers.first?.hasPicture }
                try await again.holds("there is no question") { !$0.texts.contains(Self.question) }
            }
        }

        @Test("The question stands on the page of an album without a cover, and of no other")
        func asking() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary()
                let albums = try await Scene.list(library)
                let window = try await SleevesWindow.open(library, network: Self.unanswered, in: scene)
                let coverless = try albums.coverless
                let other = try #require(albums[..<coverless].last { $0.hasCover })
                try await window.resize(width: 960, height: 860)
                try await window.expectSelection(albums[0])
                try await window.press("Right", toReach: albums[coverless])
                try await window.holds("it asks") { $0.texts.contains(Self.question) }
                try await window.expectNoComplaints()
                try await window.press("Left", toReach: other)
                try await window.holds("it doesn't ask") { !$0.texts.contains(Self.question) }
                try await window.press("Right", toReach: albums[coverless])
                try await window.clickButton("Not Now")
                try await window.holds("it has been answered") { !$0.texts.contains(Self.question) }
            }
        }

        @Test("All albums are exported to a file, as the command exports them")
        func exporting() async throws {
            try await Scene.play { scene in
                let (window, albums) = try await SleevesWindow.openSamples(in: scene)
                try await window.expectSelection(albums[0])
                let expected = "\(scene.folder)/expected.csv"
                try await SleevesCommand.run("export", "--library", "\(scene.folder)/library", expected)
                try await window.press("ctrl+shift+e")
                let path = "\(scene.folder)/albums.csv"
                try await window.saveAs(path, in: "Export to a .csv or .json File")
                try await window.holds("it is said") { $0.texts.contains("Exported 35 albums to \(path).") }
                let exported = FileManager.default.contents(atPath: path)
                #expect(exported != nil && exported == FileManager.default.contents(atPath: expected))
            }
        }

        @Test("A source is forgotten with its albums, comes back by the message's button, and is read again")
        func forgetting() async throws {
            try await Scene.play { scene in
                let list = try scene.writeList(["First Light"])
                let window = try await SleevesWindow.open(scene.makeLibrary(of: list), in: scene)
                try await window.equal("Aardvark Avenue – First Light") { $0.selectedAlbum }
                try await Self.open(window)
                try await window.use("Forget", in: Self.preferences)
                try await window.expectWelcome()
                #expect(FileManager.default.fileExists(atPath: list))
                try await window.holds("it is said") {
                    $0.texts(of: Self.preferences).contains("Forgot list.json and its 1 album. Your files stay where they are.")
                }
                try await window.use("Undo", in: Self.preferences)
                try await window.equal("Aardvark Avenue – First Light") { $0.selectedAlbum }
                try await window.holds("so is the source") { $0.texts(of: Self.preferences).contains(list) }

                _ = try scene.writeList(["First Light", "Second Sight", ""])
                try await window.use("Read Again", in: Self.preferences)
                try await window.equal("2 albums") { $0.subtitle }
                try await window.use("Show Problems", in: Self.preferences)
                try await window.dialog("Not Imported")
                try await window.holds("the problem is listed") { $0.texts(of: "Not Imported").contains(list) }
                try await window.press("Escape")
                try await window.equal([Self.preferences]) { $0.dialogs.map(\.name) }
            }
        }

        @Test("Not Now is kept to by the next start too, until the preferences allow it")
        func refusing() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: scene.jpeg)
                defer { server.stop() }
                let (library, first) = try await Self.openAsking(server, in: scene)
                try await first.clickButton("Not Now")
                try await first.holds("it asks no more") { !$0.texts.contains(Self.question) }
                try await first.quit()

                let window = try await SleevesWindow.open(library, network: Self.unanswered, in: scene)
                let covers = try await window.still("the cover stands still") { $0.covers.map(\.hasPicture) }
                #expect(covers == [false])
                try await window.holds("it doesn't ask") { !$0.texts.contains(Self.question) }
                #expect(server.requestCount == 0)
                try await Self.open(window)
                try await window.use("Covers", in: Self.preferences)
                try await window.tab(to: Self.fetching)
                try await window.press("space")
                try await window.equal([true]) { $0.covers.map(\.hasPicture) }
                #expect(server.requestCount == 1)
            }
        }

        @Test("A text that isn't an address is refused with what to enter, and a mirror's address is saved")
        func mirror() async throws {
            try await Scene.play { scene in
                // No album has ids that anybody could be asked for.
                let library = try await scene.makeLibrary(of: scene.writeList(["First Light"]))
                let network = NetworkSettings(fetchesCovers: true, addresses: [.musicBrainz: NetworkSettings.off], allowsLocalNetwork: true)
                let window = try await SleevesWindow.open(library, network: network, in: scene)
                try await Self.open(window)
                try await window.use("Covers", in: Self.preferences)
                try await window.tab(to: "Address of Cover Art Archive")
                try await window.press("ctrl+a")
                try await window.type("nowhere")
                try await window.press("Return")
                try await window.holds("it is refused") { $0.isRefused }
                try await window.press("ctrl+a")
                try await window.type("https://mirror.invalid")
                try await window.press("Return")
                try await window.holds("it is accepted") { !$0.isRefused }
                try await scene.expectState(of: library, "mirror.invalid")
            }
        }

        @Test("Notifications about new tracks are off until the user wants them, which is saved")
        func notifying() async throws {
            try await Scene.play { scene in
                let library = try await scene.makeLibrary(of: scene.writeList(["First Light"]))
                let window = try await SleevesWindow.open(library, in: scene)
                try await Self.open(window)
                try await window.use("Playing", in: Self.preferences)
                try await window.tab(to: "Notify About New Tracks")
                try await window.equal([false]) { $0.switches(of: Self.preferences) }
                try await window.press("space")
                try await window.equal([true]) { $0.switches(of: Self.preferences) }
                try await scene.expectState(of: library, #""notifiesAboutTracks" : true"#)
            }
        }

        @Test("An import is undone as one step, by the button of its message")
        func undoingImport() async throws {
            try await Scene.play { scene in
                let list = try scene.writeList(["First Light", "Second Sight"])
                let library = "\(scene.folder)/library"
                let window = try await SleevesWindow.open(library, opening: [list], in: scene)
                try await window.equal("2 albums") { $0.subtitle }
                try await window.clickButton("Undo")
                try await window.expectWelcome()
                #expect(try await Scene.list(library) == [])
            }
        }
    }
}

extension WindowContent {
    fileprivate var isRefused: Bool {
        texts(of: "Preferences").contains { $0.hasPrefix("This is not an address.") }
    }

    /// The switches of a dialog that are on.
    fileprivate func switches(of dialog: String) -> [Bool] {
        self.dialog(dialog)?.all(GTK_ACCESSIBLE_ROLE_SWITCH).map(\.isOn) ?? []
    }
}

extension Scene {
    /// Writes a list of albums by one artist.
    ///
    /// - Returns: Its path.
    func writeList(_ titles: [String], coverURL: String? = nil) throws -> String {
        let path = "\(folder)/list.json"
        let cover = coverURL.map { #", "coverURL": "\#($0)""# } ?? ""
        let entries = titles.map { #"{"title": "\#($0)", "artist": "Aardvark Avenue"\#(cover)}"# }
        try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: path))
        return path
    }

    /// A picture that a server may have.
    var jpeg: [UInt8] {
        get throws {
            Array(try Data(contentsOf: URL(filePath: Self.sampleMusic + "/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg")))
        }
    }

    /// Waits until something is in the state that a library's next window will have.
    func expectState(of library: String, _ text: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await Eventually.holds("“\(text)” is saved", at: place) {
            let state = FileManager.default.contents(atPath: "\(library)/state.json")
            return state.map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
        }
    }
}
