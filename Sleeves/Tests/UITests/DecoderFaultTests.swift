import Foundation
import Testing

/// Pictures at which a decoder misbehaves, in the real program with its real readers.
@MainActor
struct FaultyPictures {
    static let crash = "The picture crashed the process that reads it."
    static let reasons = ["crash": crash, "memory": crash, "hang": "The picture takes too long to read."]

    /// The library that brings the misbehaviour into a program and its readers.
    static var variables: [String: String] {
        get throws {
            let library = URL(filePath: try SleevesCommand.path).deletingLastPathComponent().appending(path: "libDecoderFaults.so")
            let path = library.path(percentEncoded: false)
            guard FileManager.default.fileExists(atPath: path) else { throw SleevesCommand.NotBuilt(path: path) }
            return ["LD_PRELOAD": path]
        }
    }

    static var good: [UInt8] {
        get throws {
            Array(
                try Data(
                    contentsOf: URL(filePath: SleevesCommand.samples + "/Music/The Brass Cartographers/1974 - Uncharted Streets/cover.jpg"))
            )
        }
    }

    /// A whole picture, with an order to its decoder in a comment.
    static func picture(_ order: String) throws -> [UInt8] {
        let comment = Array("misbehave: \(order)".utf8)
        var picture = try good
        // After the beginning of the picture.
        picture.insert(contentsOf: [0xFF, 0xFE, 0, UInt8(comment.count + 2)] + comment, at: 2)
        return picture
    }

    /// A server with pictures that misbehave, and with good ones, and a library of an album for each.
    static func makeLibrary(in scene: Scene) async throws -> (library: String, server: CoverServer) {
        let others = try Dictionary(uniqueKeysWithValues: reasons.keys.map { ("/\($0)", try picture($0)) })
        let server = try CoverServer(picture: good, others: others)
        server.release()
        let entries = (reasons.keys.sorted() + ["good", "well"]).map { name in
            #"{"title": "\#(name)", "artist": "A", "coverURL": "http://127.0.0.1:\#(server.port)/\#(name)"}"#
        }
        let list = "\(scene.folder)/list.json"
        try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: list))
        return (try await SleevesCommand.makeLibrary(of: list, in: scene), server)
    }

    static func covers(_ library: String, in scene: Scene) async throws -> [String: String] {
        let albums = try await SleevesCommand.list(library, in: scene)
        return Dictionary(uniqueKeysWithValues: albums.map { ($0.title, $0.cover) })
    }

    static let outcome = ["crash": "failed", "memory": "failed", "hang": "failed", "good": "present", "well": "present"]
}

extension UITests {
    @MainActor
    @Suite("Decoders that misbehave, and the command")
    struct DecoderFaultTests {
        @Test(
            "A picture that crashes its decoder, hangs it or has it eat memory costs “sleeves covers” that picture, named with its reason")
        func covers() async throws {
            try await Scene.play { scene in
                let (library, server) = try await FaultyPictures.makeLibrary(in: scene)
                defer { server.stop() }
                let program = try scene.start(
                    SleevesCommand.path, ["covers", "--library", library],
                    environment: scene.bareEnvironment.merging(try FaultyPictures.variables) { $1 })
                #expect(try await program.finish() == 0)
                #expect(program.outputText.hasPrefix("5 covers missing: 2 fetched"), "\(program.outputText)")
                let lines = program.errorText.split(separator: "\n").filter { $0.hasPrefix("sleeves: A – ") }
                for (name, reason) in FaultyPictures.reasons {
                    #expect(lines.contains { $0.hasPrefix("sleeves: A – \(name): ") && $0.contains(reason) }, "\(program.errorText)")
                }
                #expect(lines.count == 3)
                #expect(try await FaultyPictures.covers(library, in: scene) == FaultyPictures.outcome)
            }
        }
    }
}

extension UITests.WindowTests {
    @MainActor
    @Suite("Decoders that misbehave, and the window")
    struct DecoderFaultTests {
        @Test(
            "The window shows the other covers and goes on; a picture dropped as bytes is no more decoded in it than one from the network")
        func window() async throws {
            try await Scene.play { scene in
                let (library, server) = try await FaultyPictures.makeLibrary(in: scene)
                defer { server.stop() }
                let bad = "\(scene.folder)/bad.png"
                try Data(FaultyPictures.picture("crash")).write(to: URL(filePath: bad))
                let window = try await SleevesWindow.open(library, variables: try FaultyPictures.variables, in: scene)
                try await Eventually.holds("every cover has come or failed") {
                    try await FaultyPictures.covers(library, in: scene) == FaultyPictures.outcome
                }
                try await Eventually.holds("the good ones are shown") { window.covers.count(where: \.hasPicture) == 2 }
                let place = try await window.settledCovers()[0].frame
                let messages = SpokenMessages()
                for dropped in [[bad], ["--bytes", "image/png", bad]] {
                    let before = messages.texts.count
                    try await window.drop(dropped, on: place)
                    // It disappears after a few seconds, perhaps before a busy machine has looked.
                    try await Eventually.holds("it is said why the picture is not taken; it says \(window.texts)") {
                        (messages.texts.dropFirst(before) + window.texts).contains { $0.contains(FaultyPictures.crash) }
                    }
                    // Any change takes the message away.
                    try await window.press("Delete", "ctrl+z")
                    try await Eventually.holds("the message has gone") { !window.texts.contains { $0.hasPrefix(FaultyPictures.crash) } }
                }
                #expect(window.program.status == nil)
                try await window.press("ctrl+q")
                #expect(try await window.program.finish() == 0)
            }
        }
    }
}
