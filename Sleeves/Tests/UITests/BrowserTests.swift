import Foundation
import Testing

extension UITests.WindowTests {
    /// The window as it is served to a browser, without a display.
    ///
    /// The program has neither display nor bus here; the browser is a real one on the stage, so that what it draws can be seen and clicked.
    @MainActor
    @Suite("In a browser")
    struct BrowserTests {
        private static let (pageWidth, pageHeight) = (1_200, 1_000)

        @Test("Without a display the window is in the browser, can be clicked there, and Control-C ends all of it")
        func served() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                _ = try Tool.browserDisplay.path
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let albums = try await SleevesCommand.list(library, in: scene)
                try SleevesWindow.prepare(library, as: "strip")
                let program = try scene.start(SleevesCommand.path, ["open", "--library", library])
                let address = try await Eventually.value("it prints its address") {
                    Self.address(in: program.outputText)
                }

                try await Self.open(address, in: scene, on: stage)
                try await Eventually.holds("the covers have come") { try await stage.hasColours(2_000, in: scene) }
                // The window first has its own size, and then the page's.
                let (window, header) = try await Eventually.value("the window fills the page") { () -> (Pixels, Frame)? in
                    let window = try await Eventually.still("nothing moves") { try await stage.pixels(in: scene) }
                    guard let header = Self.header(in: window), Self.fillsPage(window, header),
                        window.cropped(to: Self.title(of: header)).darkCount > 50
                    else { return nil }
                    return (window, header)
                }

                // It stays as large as the page, where a smaller window would be of no use.
                let title = Self.title(of: header)
                try await stage.input("mousemove", "\(title.x)", "\(title.middle.y)", "click", "--repeat", "2", "1", in: scene)
                // The second cover stands right of the middle.
                try await stage.click(at: (header.middle.x + 300, header.y + 200), in: scene)
                try await Eventually.holds("the browser shows another choice") {
                    try await stage.pixels(in: scene).difference(from: window) > 0.01
                }
                // The click came after the two on the header.
                try await Eventually.equal("the place of the header", header) {
                    Self.header(in: try await Eventually.still("nothing moves") { try await stage.pixels(in: scene) })
                }
                try await Self.expectLoopbackOnly(program)
                try await Self.interrupt(program)
                let reopened = try await SleevesWindow.open(library, in: scene)
                try await reopened.expectSelection(albums[1])
            }
        }

        @Test("A long wall opens where it was left, also in the browser", arguments: ["wall", "strip"])
        func restored(layout: String) async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                _ = try Tool.browserDisplay.path
                let list = "\(scene.folder)/list.json"
                try JSONEncoder().encode((0..<600).map { ["title": "T \($0)", "artist": "A \(1_000 + $0)"] }).write(to: URL(filePath: list))
                let library = try await SleevesCommand.makeLibrary(of: list, in: scene)
                try Data(#"{"layout": "\#(layout)", "position": 400}"#.utf8).write(to: URL(filePath: "\(library)/state.json"))
                let program = try scene.start(SleevesCommand.path, ["open", "--library", library])
                let address = try await Eventually.value("it prints its address") { Self.address(in: program.outputText) }
                try await Self.open(address, in: scene, on: stage)
                try await Eventually.holds("albums are drawn") { try await stage.hasColours(1_000, in: scene) }
                try await Self.interrupt(program)
            }
        }

        @Test("A second tab says that another one shows the window, and takes it over when asked; the first one then says the same")
        func secondTab() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                _ = try Tool.browserDisplay.path
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let program = try scene.start(SleevesCommand.path, ["open", "--library", library])
                let address = try await Eventually.value("it prints its address") {
                    Self.address(in: program.outputText)
                }
                try await Self.open(address, in: scene, on: stage)
                try await Eventually.holds("the covers have come") { try await stage.hasColours(2_000, in: scene) }

                // It lies over the first one.
                let second = try await Self.open(address, as: "second", in: scene, on: stage)
                try await Eventually.holds("there is only a notice") {
                    (2..<500).contains(try await stage.colourCount(upTo: 500, in: scene))
                }
                // An empty page may stand still, too, before the notice is drawn.
                let button = try await Eventually.value("there is the notice's button") {
                    try await Eventually.still("nothing moves") { try await stage.pixels(in: scene) }.firstRow(ofGrey: 224, count: 60)
                }
                try await stage.click(at: (button.xs.lowerBound + button.xs.count / 2, button.y + 15), in: scene)
                try await Eventually.holds("the window is in the second one") { try await stage.hasColours(2_000, in: scene) }
                second.send(SIGTERM)
                _ = try await second.finish(within: .seconds(60))
                try await Eventually.holds("the first one has a notice") {
                    (2..<500).contains(try await stage.colourCount(upTo: 500, in: scene))
                }
                try await Self.interrupt(program)
            }
        }

        @Test("At a port that is asked for, the window is in the browser, although there is a display")
        func askedFor() async throws {
            try await Scene.play { scene in
                let stage = try #require(Stage.current)
                _ = try Tool.browserDisplay.path
                let library = try await SleevesCommand.makeLibrary(in: scene)
                try SleevesWindow.prepare(library, as: "strip")
                let program = try scene.start(
                    SleevesCommand.path, ["open", "--library", library, "--port", "0"], environment: scene.environment(on: stage))
                let address = try await Eventually.value("it prints its address") { Self.address(in: program.outputText) }
                #expect(program.outputText == "Open \(address) in a browser on this machine. Control-C stops Sleeves.\n")
                try await Self.open(address, in: scene, on: stage)
                try await Eventually.holds("the covers have come, in a window that fills the page") {
                    let screen = try await stage.pixels(in: scene)
                    guard let header = Self.header(in: screen), Self.fillsPage(screen, header) else { return false }
                    return try await stage.hasColours(2_000, in: scene)
                }
                try await Self.interrupt(program)
            }
        }

        /// Opens a page in a browser without a past.
        @discardableResult
        private static func open(_ address: String, as name: String = "browser", in scene: Scene, on stage: Stage) async throws -> Program {
            let flags = [
                // Tests run as root in containers, where the browser's sandbox cannot be had.
                "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(scene.folder)/\(name)", "--window-position=0,0", "--window-size=\(pageWidth),\(pageHeight)",
                "--app=\(address)",
            ]
            var environment = scene.environment(on: stage)
            environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            return try scene.start(Tool.browser.path, flags, environment: environment)
        }

        /// The place of the window's header in the browser: a bar of the platform's grey, or white in newer versions, that is nearly as wide as the
        /// window.
        private static func header(in screen: Pixels) -> Frame? {
            let rows = [235, 255].compactMap { screen.firstRow(ofGrey: $0, count: 800) }
            guard let row = rows.min(by: { $0.y < $1.y }) else { return nil }
            return Frame(x: row.xs.lowerBound, y: row.y, width: row.xs.count, height: 46)
        }

        /// Whether the window has the page's size: below a smaller one, the page is white, as the cards in the window are, but not its margin.
        private static func fillsPage(_ screen: Pixels, _ header: Frame) -> Bool {
            let margin = Frame(x: header.x + 10, y: pageHeight - 100, width: 60, height: 20)
            return header.width == pageWidth && screen.cropped(to: margin).firstRow(ofGrey: 255, count: margin.width) == nil
        }

        private static func title(of header: Frame) -> Frame {
            Frame(x: header.middle.x - 100, y: header.y + 4, width: 200, height: 36)
        }

        private static func expectLoopbackOnly(_ program: Program) async throws {
            // The table of sockets is not one moment's: it may leave out one while others come and go.
            var addresses: [String] = []
            try await Eventually.holds("it listens at one address, of this computer; there are \(addresses)") {
                let family = [program.identifier] + ProcessTable.descendants(of: program.identifier)
                addresses = ProcessTable.listeningAddresses(of: family)
                // 127.0.0.1, in the kernel's byte order.
                return addresses.count == 1 && addresses.allSatisfy { $0.hasPrefix("0100007F:") }
            }
        }

        private static func interrupt(_ program: Program) async throws {
            let children = try await Eventually.value("there is a server") {
                let children = ProcessTable.descendants(of: program.identifier)
                return children.isEmpty ? nil : children
            }
            program.send(SIGINT)
            #expect(try await program.finish(within: .seconds(60)) == 0)
            try await Eventually.holds("the server has ended too") {
                !children.contains(where: ProcessTable.isRunning)
            }
        }

        private static func address(in text: String) -> String? {
            text.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//).map { String($0.output) }
        }
    }
}
