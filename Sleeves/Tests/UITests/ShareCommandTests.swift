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

                let keys = try await Eventually.value("it is connected") {
                    let status = try await SleevesCommand.run("share", "status", "--json", "--library", sofa, in: scene)
                    let keys = try JSONSerialization.jsonObject(with: Data(status.output.utf8)) as? [String: Any]
                    return keys?["connected"] as? Bool == true ? keys : nil
                }
                #expect(
                    Set(keys.keys) == [
                        "shared", "server", "collection", "machine", "id", "others", "machines", "waiting", "waitingSince", "connected",
                        "problem", "received", "foreign", "held",
                    ])
                #expect(keys["others"] as? [String] == ["desk"])
                #expect((keys["machines"] as? [[String: String]])?.first?["name"] == "desk")

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
                let albums = try await SleevesCommand.list(library, in: scene)
                #expect(try await SleevesCommand.run("remove", "--library", library, albums[0].id, in: scene).status == 0)
                let later = try await SleevesCommand.run("share", "status", "--library", library, in: scene)
                #expect(later.output.contains(/\nThe oldest of these changes is from \d+ \w+ \d{4}, \d\d:\d\d\.\n/))
                for address in ["http://example.org", "nats://", "nats://a/b", "x y"] {
                    let wrong = try await SleevesCommand.run("share", address, "--library", library, in: scene)
                    #expect(wrong.status == 64)
                }
                let secret = try await SleevesCommand.run("share", "http://me:secret@example.org", "--library", library, in: scene)
                #expect(!secret.errors.contains("secret"))
            }
        }

        @Test(
            "A server that falls silent in the middle of a step doesn't answer: the command says so and ends",
            arguments: [
                HostileServer.Behavior.silence, .greeting, .silentEncryption,
            ])
        func silentServers(behavior: HostileServer.Behavior) async throws {
            try await Scene.play { scene in
                let server = try HostileServer(behavior)
                defer { server.close() }
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let result = try await SleevesCommand.run("share", server.address, "--library", library, in: scene)
                #expect(result.status == 69)
                #expect(result.errors == "sleeves: The server does not answer. Check its address, and that it is running.\n")
            }
        }

        @Test(
            "A server that sends without end is refused with a plain word, and takes little memory",
            arguments: [
                HostileServer.Behavior.largeMessage, .endlessLine, .endlessErrors, .endlessGreeting,
            ])
        func endlessServers(behavior: HostileServer.Behavior) async throws {
            try await Scene.play { scene in
                let (quiet, endless) = (try HostileServer(.greeting), try HostileServer(behavior))
                defer {
                    quiet.close()
                    endless.close()
                }
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let usual = try await SleevesCommand.run("share", quiet.address, "--library", library, in: scene)
                let result = try await SleevesCommand.run("share", endless.address, "--library", library, in: scene)
                #expect(result.status == 69)
                #expect(result.errors.hasPrefix("sleeves: The server "))
                #expect(result.peakMemory - usual.peakMemory < 256 << 10, "\(usual.peakMemory) and \(result.peakMemory) KiB")
            }
        }

        @Test("A password comes from a file, and is in none that others can read; stopping forgets it")
        func password() async throws {
            try await Scene.play { scene in
                let server = try Server.storing("authorization { user: home, password: lilac }")
                let (library, file) = (try await SleevesCommand.makeLibrary(in: scene), "\(scene.folder)/password")
                // As earlier versions have left it.
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(library)/library.sqlite")
                try Data("lilac\n".utf8).write(to: URL(filePath: file))
                let address = server.address.replacing("nats://", with: "nats://home@")
                let shared = try await SleevesCommand.run(
                    "share", address, "--password-file", file, "--library", library, in: scene)
                #expect(shared.status == 0, "\(shared.errors)")
                func permissions(_ name: String) throws -> Int? {
                    try FileManager.default.attributesOfItem(atPath: "\(library)/\(name)")[.posixPermissions] as? Int
                }
                for name in ["library.sqlite", "sharing-password"] { #expect(try permissions(name) == 0o600) }
                #expect(try await SleevesCommand.run("share", "stop", "--library", library, in: scene).status == 0)
                for name in try FileManager.default.contentsOfDirectory(atPath: library) {
                    let content = FileManager.default.contents(atPath: "\(library)/\(name)")
                    #expect(content?.firstRange(of: Data("lilac".utf8)) == nil, "\(name)")
                }
                let missing = try await SleevesCommand.run("share", address, "--password-file", "\(file)x", "--library", library, in: scene)
                #expect(missing.status == 64 && missing.errors.contains("cannot be read"))
                let empty = "\(scene.folder)/empty"
                #expect(try await SleevesCommand.run("share", server.address, "--library", empty, in: scene).status == 69)
                #expect(
                    try FileManager.default.attributesOfItem(atPath: "\(empty)/library.sqlite")[.posixPermissions] as? Int == 0o600)
            }
        }

        @Test("A server that greets and says nothing more ends a command with a clear word")
        func silence() async throws {
            try await Scene.play { scene in
                let listener = try SilentServer()
                let library = try await SleevesCommand.makeLibrary(in: scene)
                let address = "nats://anna:lilac@127.0.0.1:\(listener.port)"
                let silent = try await SleevesCommand.run("share", address, "--library", library, in: scene)
                #expect(silent.status == 69)
                #expect(silent.errors.contains("The server does not answer."))
                let status = try await SleevesCommand.run("share", "status", "--json", "--library", library, in: scene)
                #expect(status.status == 0)
                #expect(!status.output.contains("lilac") && status.output.contains("\"connected\" : false"))
                #expect(status.output.contains("\"problem\" : \"The server does not answer."))
            }
        }

        @Test("What can't be sent is named, and everything else is exchanged; a machine that is gone is given up")
        func held() async throws {
            try await Scene.play { scene in
                let server = try Server.storing("max_payload: 4000")
                let (desk, sofa) = (try await SleevesCommand.makeLibrary(named: "desk", in: scene), "\(scene.folder)/sofa")
                let list = "\(scene.folder)/long.json"
                let title = String(repeating: "Long ", count: 1_000)
                try Data(#"[{"title": "\#(title)", "artist": "Artist"}]"#.utf8).write(to: URL(filePath: list))
                #expect(try await SleevesCommand.run("import", list, "--library", desk, in: scene).status == 0)
                let result = try await SleevesCommand.run("share", server.address, "--name", "desk", "--library", desk, in: scene)
                #expect(result.status == 69)
                #expect(result.output.contains("or than the server accepts"))
                #expect(result.output.contains("1 changed album waits for the server."))
                let second = try await SleevesCommand.run("share", server.address, "--name", "sofa", "--library", sofa, in: scene)
                #expect(second.status == 0)
                let count = try await SleevesCommand.list(sofa, in: scene).count
                #expect(try await SleevesCommand.list(desk, in: scene).count == count + 1)

                #expect(try await SleevesCommand.run("share", "forget", "nobody", "--library", sofa, in: scene).status == 64)
                let forgotten = try await SleevesCommand.run("share", "forget", "desk", "--library", sofa, in: scene)
                #expect(forgotten.output == "\(count) albums leave the collection.\n")
                #expect(try await SleevesCommand.list(sofa, in: scene).isEmpty)
            }
        }

        @Test("A machine that is given up while the server is away costs status 69, and a word that the server doesn't know")
        func forgettingAlone() async throws {
            try await Scene.play { scene in
                let server = try Server.storing()
                let (desk, sofa) = (try await SleevesCommand.makeLibrary(named: "desk", in: scene), "\(scene.folder)/sofa")
                for (name, library) in [("desk", desk), ("sofa", sofa)] {
                    let shared = try await SleevesCommand.run("share", server.address, "--name", name, "--library", library, in: scene)
                    #expect(shared.status == 0)
                }
                server.kill()
                let forgotten = try await SleevesCommand.run("share", "forget", "desk", "--library", sofa, in: scene)
                #expect(forgotten.status == 69)
                #expect(forgotten.output.contains("leave the collection."))
                #expect(forgotten.errors.contains("The change waits for the server"))
                #expect(try await SleevesCommand.list(sofa, in: scene).isEmpty)
            }
        }
    }
}

/// A server that greets its clients, and says nothing more.
private final class SilentServer: Sendable {
    let port: UInt16

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread {
            let greeting =
                #"INFO {"server_id":"x","version":"2.9.0","proto":1,"headers":true,"max_payload":1048576,"jetstream":true}"# + "\r\n"
            while case let client = accept(listener, nil, nil), client >= 0 { _ = greeting.withCString { send(client, $0, strlen($0), 0) } }
        }
    }
}
