import Foundation
import NATSTestServer
import Testing

extension UITests {
    /// `sleeves share`, as a script meets it.
    @MainActor
    @Suite("Sharing, by command")
    struct ShareCommandTests {
        @Test("A collection is shared, the status tells how, and stopping keeps the albums")
        func sharing() async throws {
            try await Scene.play { scene in
                let server = try Server.storing()
                let (desk, sofa) = (try await SleevesCommand.makeLibrary(named: "desk", in: scene), "\(scene.folder)/sofa")
                let first = try await SleevesCommand.run("share", server.address, "--name", "desk", "--library", desk, in: scene)
                #expect(first.status == 0)
                #expect(first.output == "Shared as “desk” by way of \(server.address).\nEverything is exchanged.\n")
                let second = try await SleevesCommand.run("share", server.address, "--name", "sofa", "--library", sofa, in: scene)
                #expect(second.output.contains("Other machines: desk\n"))
                let albums = try await SleevesCommand.list(sofa, in: scene)
                #expect(try await albums.count == SleevesCommand.list(desk, in: scene).count)
                let details = try await SleevesCommand.run("info", "--library", sofa, albums[0].id, in: scene)
                #expect(details.output.contains(/Files on +desk\n/))

                let status = try await SleevesCommand.run("share", "status", "--json", "--library", sofa, in: scene)
                let keys = try #require(try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any])
                #expect(
                    Set(keys.keys) == ["shared", "server", "collection", "machine", "others", "waiting", "connected", "problem"])
                #expect(keys["connected"] as? Bool == true)
                #expect(keys["others"] as? [String] == ["desk"])

                #expect(try await SleevesCommand.run("share", "stop", "--library", sofa, in: scene).status == 0)
                #expect(
                    try await SleevesCommand.run("share", "stop", "--library", sofa, in: scene).output == "The collection is not shared.\n")
                #expect(try await SleevesCommand.list(sofa, in: scene).count == albums.count)
                #expect(try await SleevesCommand.run("share", "--library", sofa, in: scene).status == 64)
            }
        }

        @Test("A server that is away costs a clear word and status 69, and what waits is counted; a wrong address is a usage error")
        func problems() async throws {
            try await Scene.play { scene in
                let server = try Server.stopped()
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let away = try await SleevesCommand.run("share", server.address, "--library", library, in: scene)
                #expect(away.status == 69)
                #expect(away.errors == "sleeves: The server does not answer. Check its address, and that it is running.\n")
                let status = try await SleevesCommand.run("share", "status", "--library", library, in: scene)
                #expect(status.output.contains("changed albums wait for the server."))
                for address in ["http://example.org", "nats://", "nats://a/b", "x y"] {
                    let wrong = try await SleevesCommand.run("share", address, "--library", library, in: scene)
                    #expect(wrong.status == 64)
                }
                let secret = try await SleevesCommand.run("share", "http://me:secret@example.org", "--library", library, in: scene)
                #expect(!secret.errors.contains("secret"))
            }
        }
    }
}
