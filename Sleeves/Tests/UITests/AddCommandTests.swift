import Foundation
import Testing

extension UITests {
    /// `sleeves add`, with a server on this computer that speaks MusicBrainz' protocol.
    @MainActor
    @Suite("Adding records by the command")
    struct AddCommandTests {
        private static let record = "0b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a10"
        private static let disc = "1b1cf6d4-6a2a-4a6f-9d0b-6e3e5c2f7a11"

        private static func release(_ id: String, _ format: String, _ number: String) -> String {
            """
            {"id": "\(id)", "title": "Uncharted Streets", "date": "1964", "artist-credit": [{"name": "The Brass Cartographers"}],
             "label-info": [{"catalog-number": "\(number)", "label": {"name": "Kestrel"}}], "cover-art-archive": {"front": true},
             "media": [{"format": "\(format)", "tracks": [{"position": 1, "title": "Ink", "length": 180000}]}]}
            """
        }

        private static func answer(_ releases: [String]) -> [UInt8] {
            Array("{\"releases\": [\(releases.joined(separator: ","))]}".utf8)
        }

        /// Runs a test with a server that knows two pressings, and with the command for it.
        private func play(
            _ body: (_ add: @MainActor ([String]) async throws -> SleevesCommand.Result, _ server: CoverServer, _ scene: Scene) async throws
                -> Void
        ) async throws {
            try await Scene.play { scene in
                let found = [Self.release(Self.record, "12\\\" Vinyl", "KST 1001"), Self.release(Self.disc, "CD", "KCD 1001")]
                let server = try CoverServer(
                    picture: CoversTests.picture,
                    others: [
                        "/ws/2/release?": Self.answer([]), "barcode:5012345678900": Self.answer(found),
                        "release:\"uncharted\"": Self.answer(found),
                        "/ws/2/release/\(Self.record)": Array(found[0].utf8), "/ws/2/release/\(Self.disc)": Array(found[1].utf8),
                    ])
                defer { server.stop() }
                server.release()
                let address = "http://127.0.0.1:\(server.port)"
                let options = ["--library", "\(scene.folder)/library", "--musicbrainz", address, "--cover-archive", address]
                try await body({ try await SleevesCommand.run(arguments: ["add"] + options + $0, in: scene) }, server, scene)
            }
        }

        @Test("A record that is wanted stands apart, with its cover, until it is added again or said to be there")
        func wishes() async throws {
            try await play { add, _, scene in
                let library = ["--library", "\(scene.folder)/library"]
                func run(_ arguments: [String]) async throws -> SleevesCommand.Result {
                    try await SleevesCommand.run(arguments: [arguments[0]] + library + arguments.dropFirst(), in: scene)
                }
                let none = try await run(["list", "--wanted"])
                #expect(none.status != 0, "the library does not exist yet")
                #expect(try await add(["--wanted", "5012345678900"]).output == "Added “Uncharted Streets” by The Brass Cartographers.\n")
                #expect(try await add(["--wanted", "--title", "Ink", "--artist", "Nobody"]).status == 0)
                #expect(try await SleevesCommand.list(library[1], in: scene) == [])
                let wishes = try await run(["list", "--wanted", "--covers", "present"])
                #expect(wishes.output.contains("Uncharted Streets") && !wishes.output.contains("Ink"))
                #expect(try await run(["copy", "uncharted"]).output.hasPrefix("Wanted\n"))
                // The copy at last.
                #expect(try await add(["5012345678900"]).output == "Added “Uncharted Streets” by The Brass Cartographers.\n")
                #expect(try await SleevesCommand.list(library[1], in: scene).map(\.title) == ["Uncharted Streets"])
                let got = try await run(["copy", "ink", "--got"])
                #expect(got.status == 0 && got.output.hasPrefix("Your Copy\n  Bought"))
                #expect(try await SleevesCommand.list(library[1], in: scene).map(\.title) == ["Uncharted Streets", "Ink"])
                #expect(try await run(["undo"]).status == 0)
                #expect(try await run(["list", "--wanted"]).output.contains("Ink"))
                #expect(try await run(["copy", "ink", "--got", "--returned"]).status == 64)
            }
        }

        @Test("A barcode adds the first pressing, with its tracks and its cover, and a second time says that it is there")
        func barcode() async throws {
            try await play { add, server, scene in
                let added = try await add(["5", "012345-678900"])
                #expect(added.output == "Added “Uncharted Streets” by The Brass Cartographers.\n", "\(added.errors)")
                #expect(added.status == 0 && added.errors == "")
                let library = "\(scene.folder)/library"
                let albums = try await SleevesCommand.list(library, in: scene)
                #expect(albums.map(\.cover) == ["present"] && albums.map(\.source) == ["record"] && albums.map(\.trackCount) == [1])
                let requests = server.requestCount
                let again = try await add(["5012345678900"])
                #expect(again.output == "“Uncharted Streets” by The Brass Cartographers is already in your library.\n" && again.status == 0)
                // The search alone.
                #expect(server.requestCount == requests + 1)
                let undone = try await SleevesCommand.run("undo", "--library", library, in: scene)
                #expect(undone.output == "Undone: Add “Uncharted Streets”.\n")
            }
        }

        @Test("Several pressings are listed with identifiers, one of which, or a format, names one")
        func pressings() async throws {
            try await play { add, _, scene in
                let several = try await add(["uncharted", "streets"])
                #expect(several.status == 65 && several.output.contains(Self.record) && several.output.contains("KCD 1001"))
                #expect(several.errors == "sleeves: 2 releases match “uncharted streets”. To add one, enter its identifier.\n")
                #expect(try await add([Self.disc]).status == 0)
                #expect(try await add(["uncharted", "--format", "lp"]).status == 0)
                let info = try await SleevesCommand.run("info", "--library", "\(scene.folder)/library", "uncharted", "--json", in: scene)
                #expect(info.status == 65 && info.output.contains("KST 1001") && info.output.contains("KCD 1001"))
            }
        }

        @Test("What isn't found, and what can't be asked, is said with its own status, and by hand title and artist suffice")
        func byHand() async throws {
            try await play { add, server, scene in
                let unknown = try await add(["nobody", "knows", "it"])
                #expect(unknown.status == 66 && unknown.errors.contains("add it by hand with --title --artist"))
                let requests = server.requestCount
                let added = try await add(["--title", "Kitchen Tape", "--artist", "Ruth Tanner", "--year", "1988", "--format", "Cassette"])
                #expect(added.status == 0 && added.output == "Added “Kitchen Tape” by Ruth Tanner.\n")
                #expect(server.requestCount == requests)
                for wrong in [[], ["--title", "T"], ["word", "--title", "T", "--artist", "A"], ["word", "--year", "1988"]] {
                    #expect(try await add(wrong).status == 64, "\(wrong)")
                }
                #expect(try await add(["--title", "T", "--artist", "A", "--year", "88"]).status == 64)
                server.stop()
                let offline = try await add(["uncharted"])
                #expect(offline.status == 69 && offline.errors.contains("http://127.0.0.1:\(server.port) cannot be reached"))
                #expect(try await SleevesCommand.list("\(scene.folder)/library", in: scene).count == 1)
            }
        }
    }
}
