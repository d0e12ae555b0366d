#if os(Linux)
    import Foundation
    import HeedInspector
    import Testing

    @Suite("Inspector servers")
    struct ServerTests {
        private let folder: SocketFolder

        init() throws {
            folder = try SocketFolder()
        }

        @Test("A connection gets the report of another side, with every field")
        func report() throws {
            let session = FakeSession { _ in .sample() }
            let server = try InspectorServer(session: session, path: folder.socket)
            let connection = try InspectorConnection(path: server.path, timeout: .patient)
            #expect(try connection.report(since: .max) == .sample())
            #expect(session.requests == [.max])
        }

        @Test("A connection gets the calls of a backtrace")
        func backtrace() throws {
            let session = FakeSession()
            let server = try InspectorServer(session: session, path: folder.socket)
            #expect(try InspectorConnection(path: server.path, timeout: .patient).backtrace(of: 7) == session.backtrace(of: 7))
        }

        @Test("An answer of 10 MB arrives complete")
        func largeAnswer() throws {
            let name = String(repeating: "0123456789", count: 1_000_000)
            let server = try InspectorServer(
                session: FakeSession { _ in InspectorReport(threads: [.init(id: 1, name: name)]) }, path: folder.socket, patience: .patient)
            let connection = try InspectorConnection(path: server.path, timeout: .patient)
            #expect(try connection.report(since: 0).threads.first?.name == name)
            #expect(try connection.report(since: 0).threads.first?.name == name)
        }

        @Test("Clients are served side by side, and the ninth is refused")
        func manyClients() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let connections = try (0..<8).map { _ in try InspectorConnection(path: server.path, timeout: .patient) }
            for round in 0..<3 {
                for (index, connection) in connections.enumerated() {
                    let event = UInt64(round * 10 + index)
                    #expect(try connection.report(since: event).lostEventCount == event)
                }
            }
            let ninth = try RawSocket(connectingTo: server.path)
            #expect(ninth.receiveLine() == #"{"error":"8 clients are connected already. Disconnect one and try again."}"#)
            #expect(ninth.receiveLine() == nil)
        }

        @Test("A client that disconnects makes room for another")
        func room() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            for event in 0..<40 as Range<UInt64> {
                #expect(try InspectorConnection(path: server.path, timeout: .patient).report(since: event).lostEventCount == event)
            }
        }

        @Test("A request that isn't one gets an error, and the connection continues")
        func garbage() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let client = try RawSocket(connectingTo: server.path)
            let numbers = ["report", "report x", "report -1", "report 18446744073709551616", "report 1 2"]
            for request in numbers + ["", "delete 1", "\u{0}", "{\"a\":1}", "repört 1"] {
                client.send(request + "\n")
                #expect(client.receiveLine()?.hasPrefix(#"{"error":"The requests are “report” and “backtrace”"#) == true)
                client.send("report 5\n")
                #expect(try InspectorReport(json: client.receiveLine() ?? "").lostEventCount == 5)
            }
        }

        @Test("A request that is too long ends the connection")
        func longRequest() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let client = try RawSocket(connectingTo: server.path)
            client.send(String(repeating: "x", count: 5_000))
            #expect(client.receiveLine() == #"{"error":"A request has at most 1024 bytes."}"#)
            #expect(client.receiveLine() == nil)
        }

        @Test("Requests that arrive together or in pieces are answered in order")
        func pieces() throws {
            let server = try InspectorServer(session: FakeSession(), path: folder.socket)
            let client = try RawSocket(connectingTo: server.path)
            client.send("report 1\nreport 2\nrep")
            #expect(try InspectorReport(json: client.receiveLine() ?? "").lostEventCount == 1)
            #expect(try InspectorReport(json: client.receiveLine() ?? "").lostEventCount == 2)
            client.send("ort 3\n")
            #expect(try InspectorReport(json: client.receiveLine() ?? "").lostEventCount == 3)
        }

        @Test("A client that never reads, and one that floods, don't keep others waiting")
        func stalledClient() throws {
            let name = String(repeating: "x", count: 1_000_000)
            let session = FakeSession { InspectorReport(lostEventCount: $0, threads: [.init(id: 1, name: $0 == 1 ? name : "")]) }
            let server = try InspectorServer(session: session, path: folder.socket)
            let stalled = try RawSocket(connectingTo: server.path)
            stalled.send("report 1\nreport 1\nreport 1\n")
            let flooding = try RawSocket(connectingTo: server.path)
            flooding.send(String(repeating: "report 2\n", count: 100))
            let connection = try InspectorConnection(path: server.path, timeout: .patient)
            for event in 3..<20 as Range<UInt64> {
                #expect(try connection.report(since: event).lostEventCount == event)
            }
            // One answer waits until it is read, and the following requests wait with it.
            #expect(session.requests.count { $0 == 1 } == 1)
            withExtendedLifetime((stalled, flooding)) {}
        }

        @Test("A client that completes no request, or takes nothing of its answer, is disconnected after a time")
        func patience() throws {
            let name = String(repeating: "x", count: 1_000_000)
            let session = FakeSession { _ in InspectorReport(threads: [.init(id: 1, name: name)]) }
            let server = try InspectorServer(session: session, path: folder.socket, patience: .milliseconds(20))
            let idle = try RawSocket(connectingTo: server.path)
            let slow = try RawSocket(connectingTo: server.path)
            slow.send("report ")
            #expect(slow.receiveLine() == nil)

            let clients = try (0..<6).map { _ in try RawSocket(connectingTo: server.path) }
            for client in clients { client.send("report 0\n") }
            // There is room for one more client, once the others are gone.
            var answer: String?
            repeat {
                let client = try RawSocket(connectingTo: server.path)
                let next = try RawSocket(connectingTo: server.path)
                next.send("backtrace 1\n")
                answer = next.receiveLine()
                withExtendedLifetime(client) {}
                // A refused client that has already sent something may find its connection reset.
            } while answer == nil || answer?.contains("8 clients") == true
            #expect(answer?.contains("frames") == true)
            for client in clients { #expect(client.receiveLine().map { $0.utf8.count < 1_000_000 } != false) }

            idle.send("backtrace 1\n")
            #expect(idle.receiveLine()?.contains("frames") == true)
        }

        @Test("What a session throws is the answer's error")
        func refusal() throws {
            let server = try InspectorServer(
                session: FakeSession { _ in throw FakeSession.Refusal(description: "It isn't\nrecording.") }, path: folder.socket)
            let connection = try InspectorConnection(path: server.path, timeout: .patient)
            let error = #expect(throws: InspectorConnectionError.self) { try connection.report(since: 1) }
            #expect(error?.kind == .refused)
            #expect(error?.description == "The process at \(folder.socket) can't answer: It isn't\nrecording.")
            #expect(try connection.backtrace(of: 1).count == 2)
        }
    }
#endif
