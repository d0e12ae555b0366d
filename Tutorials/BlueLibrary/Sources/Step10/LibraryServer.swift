import FlyingFox
import FlyingSocks
import Foundation

/// Answers requests for the catalogue. Each connection has a task of its own; the actors keep them apart.
struct LibraryServer {
    /// The longest title that a client may send, in bytes.
    private static let longestTitle = 500

    private let http: HTTPServer

    init(port: UInt16, catalogue: Catalogue, journal: Journal) async throws {
        http = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), timeout: 60, logger: .disabled)
        await http.appendRoute("GET /albums") { _ in
            HTTPResponse(statusCode: .ok, body: try await catalogue.export())
        }
        await http.appendRoute("PUT /albums/:id/title") { request in
            guard let id = request.routeParameters["id"] else { return HTTPResponse(statusCode: .notFound) }
            guard let length = request.bodySequence.count, (1...Self.longestTitle).contains(length),
                let title = String(bytes: try await request.bodyData, encoding: .utf8)
            else { return HTTPResponse(statusCode: .badRequest) }
            return HTTPResponse(statusCode: await catalogue.rename(id, to: title) ? .noContent : .notFound)
        }
        // Answers when there is a change: a client that asks again after each answer misses none.
        await http.appendRoute("GET /changes") { request in
            let count = request.query["after"].flatMap { Int($0) } ?? 0
            let changes = await journal.changes(after: max(0, count))
            return HTTPResponse(statusCode: .ok, body: try JSONEncoder().encode(changes))
        }
    }

    /// Serves until the task is cancelled.
    func run() async throws {
        try await http.run()
    }

    /// The server's address, as soon as it listens.
    var address: URL? {
        get async throws {
            try await http.waitUntilListening()
            guard case .ip4(let host, let port) = await http.listeningAddress else { return nil }
            return URL(string: "http://\(host):\(port)")
        }
    }
}
