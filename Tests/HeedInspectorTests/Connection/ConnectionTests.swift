#if os(Linux)
    import Foundation
    @testable import HeedInspector
    import Testing

    @Suite("Inspector connections")
    struct ConnectionTests {
        private let folder: SocketFolder

        init() throws {
            folder = try SocketFolder()
        }

        /// Connects to a server that answers each request with a text, and returns the kind of error of the first request.
        private func error(answering answer: String, timeout: Duration = .seconds(20)) throws -> InspectorConnectionError? {
            let listener = try RawSocket(listeningAt: folder.socket)
            let connection = try InspectorConnection(path: folder.socket, timeout: timeout)
            let client = listener.accept()
            // It fits into the socket before it is requested.
            client.send(answer)
            return #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
        }

        @Test("An answer that isn't a report gives an error")
        func invalidAnswer() throws {
            let deep = String(repeating: "[", count: 10_000)
            for answer in ["", "[]", "{}", "{\"error\":1}", "\u{0}", "{\"formatVersion\":1}\n{}", deep] {
                #expect(try error(answering: answer + "\n")?.kind == .invalidAnswer)
                unlink(folder.socket)
            }
        }

        @Test(
            "A server that never answers, or never to the end, gives an error after the timeout", arguments: ["", "{\"formatVersion\":1"])
        func timeout(answer: String) throws {
            let error = try error(answering: answer, timeout: .milliseconds(50))
            #expect(error?.kind == .timeout)
            let text = "The process at \(folder.socket) hasn't answered for 50.0 ms. It may be stopped or busy; try again."
            #expect(error?.description == text)
        }

        @Test("A late answer isn't taken for the next one")
        func lateAnswer() throws {
            let listener = try RawSocket(listeningAt: folder.socket)
            let connection = try InspectorConnection(path: folder.socket, timeout: .milliseconds(50))
            let first = listener.accept()
            #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
            first.send(InspectorReport(lostEventCount: 1).json + "\n")
            #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
            let second = listener.accept()
            #expect(second.receiveLine() == "report 0")
        }

        @Test("An answer that never ends gives an error")
        func endlessAnswer() throws {
            let listener = try RawSocket(listeningAt: folder.socket)
            // The deadline only ends a hang, so the limit is one that a busy machine reaches at once.
            let connection = try InspectorConnection(path: folder.socket, timeout: .seconds(600), answerLimit: 1 << 20)
            let client = listener.accept()
            let piece = String(repeating: "x", count: 1 << 16)
            let sending = Thread { for _ in 0..<20 { client.send(piece) } }
            sending.start()
            let error = #expect(throws: InspectorConnectionError.self) { try connection.report(since: 0) }
            #expect(error?.kind == .invalidAnswer)
            #expect(error?.description == "The process at \(folder.socket) answered with more than 1048576 bytes.")
        }

        @Test("A path where nobody listens gives an error that says what to do")
        func nobody() throws {
            let error = #expect(throws: InspectorConnectionError.self) { try InspectorConnection(path: folder.socket, timeout: .patient) }
            #expect(error?.kind == .notListening)
            #expect(
                error?.description == """
                    No process can be looked at through \(folder.socket): No such file or directory. Start an \
                    InspectorServer in the program.
                    """
            )
        }
    }
#endif
