#if os(Linux)
    import Foundation
    import HeedInspector
    import Testing

    @Suite("The sockets of inspector servers")
    struct ServerSocketTests {
        private let folder: SocketFolder

        init() throws {
            folder = try SocketFolder()
        }

        @Test("Only the user can access the socket")
        func mode() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            #expect(folder.mode(of: server.path) == 0o600)
        }

        @Test("Stopping or releasing a server removes its socket and ends its connections")
        func stop() throws {
            var server: InspectorServer? = try InspectorServer(session: FakeSession(), path: folder.socket)
            let client = try RawSocket(connectingTo: folder.socket)
            server?.stop()
            server?.stop()
            #expect(client.receiveLine() == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.socket))

            server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let second = try RawSocket(connectingTo: folder.socket)
            server = nil
            #expect(second.receiveLine() == nil)
            #expect(!FileManager.default.fileExists(atPath: folder.socket))
        }

        @Test("A server that is stopped in the middle of an answer ends the connection, which a client notices")
        func stopInAnswer() throws {
            let name = String(repeating: "x", count: 4_000_000)
            let server = try InspectorServer(
                session: FakeSession { _ in InspectorReport(threads: [.init(id: 1, name: name)]) }, path: folder.socket)
            let client = try RawSocket(connectingTo: folder.socket)
            client.send("report 0\n")
            let connection = try InspectorConnection(path: folder.socket, timeout: .patient)
            // Once another client is answered, the first answer fills its socket.
            #expect(try connection.report(since: 0).threads.count == 1)
            server.stop()
            let line = try #require(client.receiveLine())
            #expect(line.utf8.count < 4_000_000)

            let error = #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
            #expect(error?.kind == .ended)
            let next = #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
            #expect(next?.kind == .notListening)
            let again = try InspectorServer(session: FakeSession(), path: folder.socket)
            #expect(try connection.report(since: 4).lostEventCount == 4)
            again.stop()
        }

        @Test("A session is released when the server has ended")
        func lifetime() throws {
            weak var session: FakeSession?
            let released = DispatchSemaphore(value: 0)
            do {
                let ending = Ending(released)
                let strong = FakeSession { event in withExtendedLifetime(ending) { InspectorReport(lostEventCount: event) } }
                session = strong
                let server = try InspectorServer(session: strong, path: folder.socket)
                let client = try RawSocket(connectingTo: folder.socket)
                server.stop()
                #expect(client.receiveLine() == nil)
            }
            // The thread closes its connections before it releases the session.
            #expect(released.wait(timeout: .now() + 60) == .success)
            #expect(session == nil)
        }

        /// An object that signals its release.
        private final class Ending: Sendable {
            private let released: DispatchSemaphore

            init(_ released: DispatchSemaphore) {
                self.released = released
            }

            deinit { released.signal() }
        }

        @Test("A socket that nobody listens at is replaced")
        func staleSocket() throws {
            _ = try RawSocket(listeningAt: folder.socket)
            #expect(FileManager.default.fileExists(atPath: folder.socket))
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            #expect(try InspectorConnection(path: server.path, timeout: .patient).report(since: 2).lostEventCount == 2)
        }

        @Test("A socket that another server listens at is kept")
        func usedSocket() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let error = #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession(), path: folder.socket) }
            #expect(error?.kind == .cannotListen)
            #expect(error?.description.contains("another server listens there") == true)
            #expect(try InspectorConnection(path: server.path, timeout: .patient).report(since: 2).lostEventCount == 2)
        }

        @Test("A file that isn't a socket is kept, and so is a symbolic link to one")
        func otherFile() throws {
            _ = try RawSocket(listeningAt: folder.path + "/target")
            try FileManager.default.createSymbolicLink(atPath: folder.socket, withDestinationPath: folder.path + "/target")
            #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession(), path: folder.socket) }
            try FileManager.default.removeItem(atPath: folder.socket)
            try Data("text".utf8).write(to: URL(filePath: folder.socket))
            #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession(), path: folder.socket) }
            #expect(try String(contentsOfFile: folder.socket, encoding: .utf8) == "text")
        }

        @Test("A stopped server doesn't remove the socket of another one that took its path")
        func replacedSocket() throws {
            let first = try InspectorServer(session: FakeSession(), path: folder.socket)
            try FileManager.default.moveItem(atPath: folder.socket, toPath: folder.path + "/moved")
            let second = try InspectorServer(session: FakeSession(), path: folder.socket)
            first.stop()
            #expect(try InspectorConnection(path: second.path, timeout: .patient).report(since: 2).lostEventCount == 2)
        }

        @Test("A path that is too long gives an error that tells the limit")
        func longPath() {
            let path = folder.path + "/" + String(repeating: "x", count: 200)
            let error = #expect(throws: InspectorConnectionError.self) { try InspectorServer(session: FakeSession(), path: path) }
            #expect(error?.description.contains("at most 107 bytes") == true)
            #expect(throws: InspectorConnectionError.self) { try InspectorConnection(path: path, timeout: .patient) }
        }

        @Test(
            "A client of another user gets no answer, even if the socket is open to all",
            .enabled(if: geteuid() == 0 && access("/usr/bin/python3", X_OK) == 0, "needs several users, and Python"))
        func otherUser() throws {
            let session = FakeSession()
            let server = try InspectorServer(session: session, path: folder.socket)
            chmod(folder.path, 0o755)
            let script = """
                import os, socket, sys
                os.setuid(65534)
                client = socket.socket(socket.AF_UNIX)
                try:
                    client.connect(sys.argv[1])
                    client.sendall(b"report 1\\n")
                    print(client.recv(100))
                except OSError as error:
                    print(type(error).__name__)
                """
            func answer() throws -> String {
                let (process, pipe) = (Process(), Pipe())
                process.executableURL = URL(filePath: "/usr/bin/python3")
                process.arguments = ["-c", script, server.path]
                process.standardOutput = pipe
                try process.run()
                defer { process.waitUntilExit() }
                return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
            #expect(try answer() == "PermissionError\n")
            chmod(server.path, 0o666)
            #expect(["b''\n", "ConnectionResetError\n", "BrokenPipeError\n"].contains(try answer()))
            #expect(session.requests.isEmpty)
        }
    }
#endif
