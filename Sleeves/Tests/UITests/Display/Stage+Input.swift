import Foundation

extension Stage {
    /// Has the pointer or the keyboard of the display do something, in `xdotool`'s words.
    @discardableResult
    func input(_ words: String..., in scene: Scene) async throws -> String {
        try await input(words, in: scene)
    }

    @discardableResult
    func input(_ words: [String], in scene: Scene) async throws -> String {
        let program = try await scene.run(.input, words, on: self)
        return program.outputText
    }

    /// Clicks at a place.
    func click(at place: (x: Int, y: Int), in scene: Scene) async throws {
        try await input("mousemove", "\(place.x)", "\(place.y)", "click", "1", in: scene)
    }

    /// Presses a key.
    func press(_ key: String, in scene: Scene) async throws {
        // By its name, xdotool presses Alt with it under newer keymaps.
        try await input("key", key == "F10" ? "76" : key, in: scene)
    }

    /// Presses the pointer's button at a place and lets go of it in the end, also after an error: the tests that follow use this pointer, too.
    func holding(at place: (x: Int, y: Int), in scene: Scene, _ body: () async throws -> Void) async throws {
        try await input("mousemove", "\(place.x)", "\(place.y)", "mousedown", "1", in: scene)
        do {
            try await body()
        } catch {
            _ = try? await input("mouseup", "1", in: scene)
            throw error
        }
        try await input("mouseup", "1", in: scene)
    }

    /// Takes a picture of a part of the screen.
    ///
    /// - Parameter part: Which part; `nil` for the whole screen.
    func pixels(of part: Frame? = nil, in scene: Scene) async throws -> Pixels {
        let part = part ?? Frame(x: 0, y: 0, width: Self.width, height: Self.height)
        let geometry = "\(part.width)x\(part.height)+\(part.x)+\(part.y)"
        let words = ["-silent", "-window", "root", "-crop", geometry, "+repage", "-depth", "8", "rgba:-"]
        let picture = try await scene.run(.screenshot, words, on: self)
        let bytes = picture.outputBytes
        guard bytes.count == part.width * part.height * 4 else { throw NoPicture(reason: "\(bytes.count) bytes. \(picture.errorText)") }
        return Pixels(width: part.width, height: part.height, bytes: bytes)
    }

    /// Keeps a picture of the whole screen for the person who looks into a failure.
    ///
    /// - Returns: The file; `nil` where no picture can be taken.
    func keepPicture() async -> String? {
        let path = "\(FileManager.default.temporaryDirectory.path)/sleeves-screen-\(UUID().uuidString).png"
        // Not by way of the scene: its wait would take a picture, too.
        guard
            let picture = try? Program(
                Tool.screenshot.path, ["-silent", "-window", "root", path], environment: ["PATH": "/usr/bin:/bin", "DISPLAY": display],
                record: "\(path).import")
        else { return nil }
        let deadline = ContinuousClock.now + .seconds(10)
        while picture.status == nil, ContinuousClock.now < deadline { try? await Task.sleep(for: .milliseconds(20)) }
        picture.send(SIGKILL)
        for ending in ["out", "err"] { try? FileManager.default.removeItem(atPath: "\(path).import.\(ending)") }
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    struct NoPicture: Error {
        let reason: String
    }
}
