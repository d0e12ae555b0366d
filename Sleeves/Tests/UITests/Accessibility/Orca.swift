import Foundation
import Testing

/// The screen reader Orca on a stage, with Debian's settings. It writes down what it says instead of having it spoken.
@MainActor
final class Orca {
    private let transcript: String
    private let program: Program

    /// Runs a test with Orca, which has to be there before the window.
    ///
    /// The test fails if Orca has said the name of a widget's class: what GTK calls something that has no name.
    static func play(_ body: (Scene, Orca) async throws -> Void) async throws {
        try await Scene.play { scene in
            // What is said first depends on how long a list takes to disappear.
            scene.animates = true
            let orca = try await Orca(in: scene)
            try await body(scene, orca)
            let nonsense = orca.utterances.filter { $0.contains(/\b(Gtk|Gdk|Adw|Sleeves)[A-Z]\w+/) }
            #expect(nonsense == [])
        }
    }

    private init(in scene: Scene) async throws {
        guard let stage = Stage.current else { preconditionFailure("the suite needs the trait .onStage") }
        // Newer versions look for it here, and know no option for another place.
        let settings = "\(scene.folder)/home/.local/share/orca"
        try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
        let customizations = "orca-customizations.py"
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(path: customizations)
        try FileManager.default.copyItem(at: source, to: URL(filePath: "\(settings)/\(customizations)"))
        transcript = "\(settings)/transcript"
        let environment = scene.environment(on: stage).merging(["ORCA_TRANSCRIPT": transcript]) { $1 }
        program = try scene.start(Tool.screenReader.path, ["--user-prefs", settings], environment: environment)
        try await Eventually.holds("Orca is there; it wrote \(program.errorText)") {
            if let status = program.status { throw Stage.Ended(status: status, errors: program.outputText + program.errorText) }
            return utterances.contains("Screen reader on.")
        }
    }

    /// All that it has said.
    var utterances: [String] {
        guard let text = FileManager.default.contents(atPath: transcript) else { return [] }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits until Orca has handled all keys and events that it has got.
    ///
    /// It skips what has changed again before it gets to it. A person who listens to it doesn't press the next key that fast.
    private func catchUp() async throws {
        func count() -> Int { FileManager.default.contents(atPath: transcript + ".idle")?.count ?? 0 }
        let start = count()
        program.send(SIGUSR2)
        try await Eventually.holds("Orca has nothing left to say") { count() > start }
    }

    /// Waits until something that is done has Orca say some texts, in this order.
    ///
    /// - Returns: All that it has said since.
    @discardableResult
    func says(
        _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation, after act: () async throws -> Void
    ) async throws -> [String] {
        try await catchUp()
        let start = utterances.count
        try await act()
        var said: [String] { Array(utterances.dropFirst(start)) }
        return try await Eventually.value("Orca says \(texts); it says \(said)", sourceLocation: sourceLocation) {
            Self.contains(said, texts) ? said : nil
        }
    }

    /// Waits until a window that opens has Orca say some texts, in this order.
    ///
    /// On a busy machine a window may get the keyboard before screen readers know of it, and they hear nothing. Then it gets the keyboard again.
    func hears(
        _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation, opening open: () async throws -> SleevesWindow
    ) async throws -> SleevesWindow {
        let start = utterances.count
        var opened: SleevesWindow?
        var said: [String] { Array(utterances.dropFirst(start)) }
        return try await Eventually.again("Orca says \(texts); it says \(said)", every: .seconds(5), sourceLocation: sourceLocation) {
            guard let window = opened else { return opened = try await open() }
            try await window.stage.input("windowfocus", "0", in: window.scene)
            try await window.focusWindow(named: "Sleeves")
        } _: {
            Self.contains(said, texts) ? opened : nil
        }
    }

    /// Does something, again every twenty seconds, until Orca says some texts in this order.
    ///
    /// While the keyboard moves, a busy Orca leaves out what else is announced.
    func comesToSay(
        _ texts: String..., sourceLocation: SourceLocation = #_sourceLocation, repeating act: () async throws -> Void
    ) async throws {
        var start = utterances.count
        var said: [String] { Array(utterances.dropFirst(start)) }
        try await Eventually.again("Orca says \(texts); it says \(said)", every: .seconds(20), sourceLocation: sourceLocation) {
            try await catchUp()
            start = utterances.count
            try await act()
        } _: {
            Self.contains(said, texts) ? () : nil
        }
    }

    private static func contains(_ said: [String], _ texts: [String]) -> Bool {
        var rest = said[...]
        for text in texts {
            guard let place = rest.firstIndex(where: { $0.contains(text) }) else { return false }
            rest = rest[place...]
        }
        return true
    }
}
