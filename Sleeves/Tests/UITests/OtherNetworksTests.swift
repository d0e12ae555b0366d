import Foundation
import Testing

extension UITests {
    /// Networks that are set up in another way than this computer's.
    @MainActor
    @Suite("Networks of other kinds")
    struct OtherNetworksTests {
        private static var picture: [UInt8] { get throws { try FaultyPictures.good } }

        /// Makes a library of albums whose covers are at these addresses.
        private static func makeLibrary(of addresses: [String], in scene: Scene) async throws -> String {
            let entries = addresses.enumerated().map { #"{"title": "\#($0)", "artist": "A", "coverURL": "\#($1)"}"# }
            let list = "\(scene.folder)/list.json"
            try Data("[\(entries.joined(separator: ","))]".utf8).write(to: URL(filePath: list))
            return try await SleevesCommand.makeLibrary(of: list, in: scene)
        }

        private nonisolated static let makesNetworks: Bool = {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "unshare --map-root-user --net ip link set lo up"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(
            "Without IPv6, only covers at IPv6 addresses fail, and the status is 0",
            .enabled(if: makesNetworks, "this kernel lets nobody make a network"))
        func withoutIPv6() async throws {
            try await Scene.play { scene in
                let served = "\(scene.folder)/served"
                try FileManager.default.createDirectory(atPath: served, withIntermediateDirectories: true)
                try Data(Self.picture).write(to: URL(filePath: "\(served)/good.png"))
                // Nobody else is in that network, so that the port is free. It has a way to every address of version 4, and none to others.
                let library = try await Self.makeLibrary(
                    of: ["http://[2606:2800::1]/a.png", "http://127.0.0.1:8000/good.png", "http://[2a00:1450::1]/b.png"], in: scene)
                let script = """
                    ip link set lo up && ip -4 route add default dev lo && cd '\(served)' && { python3 -m http.server --bind 127.0.0.1 8000 & } && server=$!
                    until python3 -c 'import socket; socket.create_connection(("127.0.0.1", 8000))'; do sleep 0.1; done
                    '\(try SleevesCommand.path)' covers --library '\(library)'; status=$?
                    kill $server; exit $status
                    """
                let program = try scene.start("/usr/bin/unshare", ["--map-root-user", "--net", "/bin/sh", "-c", script])
                #expect(try await program.finish(within: .seconds(120)) == 0, "\(program.errorText)")
                #expect(program.outputText.hasPrefix("3 covers missing: 1 fetched"), "\(program.outputText)")
                for address in ["[2606:2800::1]", "[2a00:1450::1]"] { #expect(program.errorText.contains(address)) }
            }
        }

        @Test("If the environment names no proxy, the desktop's proxy gets the name unresolved")
        func desktopProxy() async throws {
            try await Scene.play { scene in
                let server = try CoverServer(picture: Self.picture)
                defer { server.stop() }
                server.release()
                let library = try await Self.makeLibrary(of: ["http://covers.test/a.png"], in: scene)
                let settings = "\(scene.folder)/home/.config/glib-2.0/settings"
                try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
                let keys = "[system/proxy]\nmode='manual'\n\n[system/proxy/http]\nhost='127.0.0.1'\nport=\(server.port)\n"
                try Data(keys.utf8).write(to: URL(filePath: "\(settings)/keyfile"))
                let desktop = ["GSETTINGS_BACKEND": "keyfile", "GIO_USE_PROXY_RESOLVER": "gnome", "XDG_CURRENT_DESKTOP": "GNOME"]
                let result = try await SleevesCommand.run("covers", "--library", library, variables: desktop, in: scene)
                #expect(result.status == 0)
                #expect(result.output.hasPrefix("1 cover missing: 1 fetched"), "\(result.output) \(result.errors)")
                #expect(server.requests == ["http://covers.test/a.png"])
            }
        }
    }
}
