import CAtspi
import Foundation
import Testing

/// The program's window on a stage: what it shows is read as a screen reader reads it, what is done to it is done by pointer and keyboard.
@MainActor
final class SleevesWindow {
    let program: Program
    let stage: Stage
    let scene: Scene
    /// The window's number on the display.
    let window: String
    private let application: AccessibleNode

    /// Opens the window on a library, and waits until it is there.
    ///
    /// - Parameters:
    ///   - path: The program; `nil` for the one that was built.
    ///   - files: What is to be opened with it.
    ///   - layout: How a library that no window has shown yet shows its albums.
    ///   - variables: What stands in the environment besides.
    static func open(
        _ library: String,
        as layout: String = "strip",
        with path: String? = nil,
        opening files: [String] = [],
        variables: [String: String] = [:],
        in scene: Scene
    ) async throws -> SleevesWindow {
        guard let stage = Stage.current else { preconditionFailure("the suite needs the trait .onStage") }
        try prepare(library, as: layout)
        // Out of the window's way: where the last test left the pointer, a tooltip would come up.
        try await stage.input("mousemove", "\(Stage.width - 1)", "\(Stage.height - 1)", in: scene)
        let program = try scene.start(
            try path ?? SleevesCommand.path,
            ["open", "--library", library] + files,
            environment: scene.environment(on: stage).merging(variables) { $1 }
        )
        // Waits here first, because each search for the window's number starts a process.
        let application = try await Eventually.value("the window tells its size") {
            if let status = program.status { throw Stage.Ended(status: status, errors: program.errorText) }
            let application = AccessibleNode.application(program.identifier)
            return application?.window(named: "Sleeves")?.frame == nil ? nil : application
        }
        let search = ["search", "--onlyvisible", "--all", "--pid", "\(program.identifier)", "--name", "^Sleeves$"]
        let window = try await Eventually.value("the window is on the screen") {
            let found = try await scene.run(.input, search, on: stage).outputText
            return found.split(separator: "\n").first.map(String.init)
        }
        let opened = SleevesWindow(program: program, application: application, stage: stage, scene: scene, window: window)
        // Nobody manages windows here, so nobody else gives it the keyboard.
        try await stage.input("windowfocus", window, in: scene)
        return opened
    }

    /// Opens the window on a library of its own with the sample collection in it.
    static func openSamples(in scene: Scene) async throws -> (window: SleevesWindow, albums: [ListedAlbum]) {
        let library = try await SleevesCommand.makeLibrary(in: scene)
        let albums = try await SleevesCommand.list(library, in: scene)
        return (try await open(library, in: scene), albums)
    }

    /// Chooses how a library that no window has shown yet shows its albums.
    static func prepare(_ library: String, as layout: String) throws {
        let state = library + "/state.json"
        guard !FileManager.default.fileExists(atPath: state) else { return }
        let isPrivate = [FileAttributeKey.posixPermissions: 0o700]
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true, attributes: isPrivate)
        try Data(#"{"layout": "\#(layout)", "windowWidth": 960, "windowHeight": 680}"#.utf8).write(to: URL(fileURLWithPath: state))
    }

    private init(program: Program, application: AccessibleNode, stage: Stage, scene: Scene, window: String) {
        self.program = program
        self.application = application
        self.stage = stage
        self.scene = scene
        self.window = window
    }

    // MARK: What it shows

    /// The window's content, without the border that stands for the shadow.
    var frame: AccessibleNode? {
        AccessibleNode.takeSignals()
        return application.window(named: "Sleeves")
    }

    /// The same, once it is there.
    func content(sourceLocation: SourceLocation = #_sourceLocation) async throws -> AccessibleNode {
        try await Eventually.value("the window is there", sourceLocation: sourceLocation) { frame }
    }

    /// Something that is shown, once it is.
    func shown(_ role: String, named name: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Frame {
        try await Eventually.value("the \(role) \(name ?? "") is shown", sourceLocation: sourceLocation) {
            AccessibleNode.shown(frame?.all(role) ?? []).first { name == nil || $0.name == name }?.frame
        }
    }

    /// The program's windows.
    var windows: [AccessibleNode] {
        AccessibleNode.takeSignals()
        return application.children
    }

    /// The size of the content. In newer versions of GTK, the frame begins with the border, left of the content.
    var size: [Int]? {
        frame?.frame.map { [$0.width + 2 * $0.x, $0.height + 2 * $0.y] }
    }

    /// The covers in the strip, from left to right.
    var covers: [Cover] {
        guard let list = frame?.first("list", named: "Albums") else { return [] }
        let children = list.children
        let items = zip(children, AccessibleNode.roles(of: children)).filter { $1 == "list item" }.map(\.0)
        return Cover.all(items).sorted { $0.frame.x < $1.frame.x }
    }

    /// An album's cover in the strip, if it is in view.
    func cover(of album: ListedAlbum) -> Cover? {
        covers.first { $0.name == album.heading }
    }

    /// The same, once nothing glides any more.
    func settledCover(of album: ListedAlbum, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Cover {
        let heading = album.heading
        return try await Eventually.value("the cover of \(heading) is in view", sourceLocation: sourceLocation) {
            try await settledCovers(sourceLocation: sourceLocation).first { $0.name == heading }
        }
    }

    /// The name of the chosen album.
    var selectedAlbum: String? {
        covers.first(where: \.isSelected)?.name
    }

    /// The title and the artist above the details, and what the table says.
    var details: [String: String] {
        // The view that isn't shown has a heading and a table, too.
        guard let content = frame?.byRole, let title = AccessibleNode.shown(content["heading"] ?? []).first else { return [:] }
        var details = ["Album": title.name]
        details["Artist"] = title.parent?.children.first { $0.role == "label" }?.name
        let table = AccessibleNode.first(of: AccessibleNode.shown(content["list"] ?? []), named: "Album details")
        let rows = AccessibleNode.shown(table?.children ?? [])
        for (row, name) in zip(rows, AccessibleNode.names(of: rows)) where ["Genre", "Year", "Tracks"].contains(name) {
            details[name] = AccessibleNode.texts(of: row.all("label")).first { $0 != name }
        }
        return details
    }

    /// The texts that are shown.
    var texts: [String] {
        AccessibleNode.names(of: AccessibleNode.shown(frame?.all("label") ?? []))
    }

    /// The line below the window's title.
    var subtitle: String? {
        texts.first { $0.hasSuffix(" albums") || $0.hasSuffix(" album") }
    }

    /// Whether the search is open. The bar of a closed one has no height, while the field in it keeps its own.
    var isSearchOpen: Bool {
        frame?.all("form").first { $0.frame != nil }?.first("entry", named: "Search") != nil
    }

    /// Waits until nothing glides any more.
    func settledCovers(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [Cover] {
        try await Eventually.value("there are covers", sourceLocation: sourceLocation) {
            let settled = try await Eventually.still("the covers stand still", sourceLocation: sourceLocation) { covers }
            return settled.isEmpty ? nil : settled
        }
    }

    /// Waits until an album is the chosen one, in the strip and in the details.
    func expectSelection(_ album: ListedAlbum, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await Eventually.holds("\(album.heading) is chosen; it is \(selectedAlbum ?? "none")", sourceLocation: sourceLocation) {
            selectedAlbum == album.heading && details == album.details
        }
    }

    /// A property of the window on the display, as the window manager sees it.
    func property(_ name: String) async throws -> String {
        try await scene.run(.properties, ["-id", window, name], on: stage).outputText
    }

    // MARK: What is done to it

    /// The place on the screen of a place of the window.
    func onScreen(_ place: Frame) async throws -> Frame {
        let shell = try await stage.input("getwindowgeometry", "--shell", window, in: scene)
        let pairs = shell.split(separator: "\n").map { $0.split(separator: "=") }.filter { $0.count == 2 }
        let values = Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
        guard let size, let x = values["X"], let y = values["Y"], let width = values["WIDTH"], let height = values["HEIGHT"] else {
            throw Stage.NoPicture(reason: shell)
        }
        return place.moved(x: x + (width - size[0]) / 2, y: y + (height - size[1]) / 2)
    }

    func click(_ place: Frame) async throws {
        try await stage.click(at: onScreen(place).middle, in: scene)
    }

    /// Presses keys, one after another.
    func press(_ keys: String...) async throws {
        try await press(keys)
    }

    func press(_ keys: [String]) async throws {
        for key in keys { try await stage.press(key, in: scene) }
    }

    /// Presses keys in a rhythm, without waiting for what they do.
    func press(_ keys: [String], every milliseconds: Int) async throws {
        try await stage.input(["key", "--delay", "\(milliseconds)"] + keys, in: scene)
    }

    /// Nobody manages windows here, so nobody else gives a new one the keyboard.
    func focusWindow(named name: String) async throws {
        let pattern = "^\(NSRegularExpression.escapedPattern(for: name))$"
        let search = ["search", "--onlyvisible", "--all", "--pid", "\(program.identifier)", "--name", pattern]
        let found = try await Eventually.value("“\(name)” is on the screen") {
            try await scene.run(.input, search, on: stage).outputText.split(separator: "\n").first.map(String.init)
        }
        try await stage.input("windowfocus", found, in: scene)
    }

    /// Types a text into what has the keyboard, letter by letter.
    func type(_ text: String) async throws {
        try await stage.input("type", "--delay", "40", text, in: scene)
    }

    /// Opens the search by key, and types what is looked for once it is open.
    func search(for words: String) async throws {
        try await press("ctrl+f")
        try await Eventually.holds("the search is open") { isSearchOpen }
        try await type(words)
    }

    /// A button in the header.
    func clickButton(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let place = try await Eventually.value("there is a button \(name)", sourceLocation: sourceLocation) {
            frame?.first("push button", named: name)?.frame
        }
        try await clickButton(at: place)
    }

    /// Clicks a button between its middle and its end. GTK 4.18 reports places without the padding around them: the middle of a small button
    /// may be its corner.
    private func clickButton(at place: Frame) async throws {
        let (width, height) = (place.width * 2 / 5, place.height * 2 / 5)
        try await click(Frame(x: place.x + place.width - width, y: place.y + place.height - height, width: width, height: height))
    }

    /// Drags files from another program to a place, and drops them there.
    func drop(_ files: String..., on place: Frame) async throws {
        try await drop(files, on: place)
    }

    func drop(_ files: [String], on place: Frame) async throws {
        try await stage.drop(files, at: onScreen(place).middle, in: scene)
    }

    /// Closes the window by its button. A message may have one of the same name.
    func close() async throws -> Int32 {
        let place = try await Eventually.value("there is a button Close") {
            AccessibleNode.frames(of: frame?.all("push button").filter { $0.name == "Close" } ?? []).compactMap(\.self).min { $0.y < $1.y }
        }
        try await clickButton(at: place)
        return try await program.finish()
    }

    /// A picture of a place of the window.
    func pixels(_ place: Frame) async throws -> Pixels {
        try await stage.pixels(of: onScreen(place), in: scene)
    }

    /// A cover in the strip.
    struct Cover: Equatable {
        let name: String
        let frame: Frame
        let isSelected: Bool
        /// Whether the cover's own picture is shown, rather than the stand-in alone.
        let hasPicture: Bool

        /// Those of some nodes that are shown.
        @MainActor
        static func all(_ nodes: [AccessibleNode]) -> [Cover] {
            let placed = zip(nodes, AccessibleNode.frames(of: nodes)).compactMap { node, frame in frame.map { (node: node, frame: $0) } }
            let nodes = placed.map(\.node)
            let selected = Set(AccessibleNode.nodes(nodes, with: ATSPI_STATE_SELECTED).map(\.path))
            // The stand-in's picture lies one level deeper.
            let children = AccessibleNode.children(of: nodes)
            let roles = AccessibleNode.roles(of: children.flatMap(\.self))
            let pictures = zip(children.flatMap(\.self), roles).filter { $1 == "image" }.map(\.0)
            let shown = Set(AccessibleNode.shown(pictures).map(\.path))
            return zip(zip(placed, AccessibleNode.names(of: nodes)), children).map { cover, children in
                Cover(
                    // On the wall, the name ends with the place: ", 3 of 35".
                    name: cover.1.replacing(/, [\d,]+ of [\d,]+$/, with: ""),
                    frame: cover.0.frame,
                    isSelected: selected.contains(cover.0.node.path),
                    hasPicture: children.contains { shown.contains($0.path) }
                )
            }
        }
    }
}

extension AccessibleNode {
    /// A program's window.
    fileprivate func window(named name: String) -> AccessibleNode? {
        let windows = children
        let frames = zip(windows, Self.roles(of: windows)).filter { $1 == "frame" }.map(\.0)
        return Self.first(of: frames, named: name)
    }
}
