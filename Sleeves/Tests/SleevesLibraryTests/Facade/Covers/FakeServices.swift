import Foundation
import Synchronization

@testable import SleevesLibrary

/// The Cover Art Archive and MusicBrainz in a test's own server: covers by id, and albums by artist and title.
final class FakeServices: Sendable {
    struct Album: Sendable {
        var id: String
        var title: String
        var artist: String
        var score = 100
    }

    private let covers: Set<String>
    private let albums: [Album]
    private let picture: [UInt8]
    private let log = Mutex<[String]>([])

    /// - Parameters:
    ///   - covers: What the archive has: `release/…` and `release-group/…`.
    ///   - albums: What MusicBrainz knows.
    init(covers: Set<String> = [], albums: [Album] = [], picture: [UInt8] = SamplePictures.baselineJPEG) {
        self.covers = covers
        self.albums = albums
        self.picture = picture
    }

    /// The paths that were asked for.
    var requests: [String] { log.withLock { $0 } }

    func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
        log.withLock { $0.append(request.path) }
        let path = request.path
        if path.hasPrefix("/ws/2/release-group?") { return search(path) }
        if path.hasPrefix("/download/") { return .answer(200, picture) }
        guard path.hasSuffix("/front-500") else { return .answer(404) }
        let name = String(path.dropFirst().dropLast("/front-500".count))
        if name != name.lowercased() { return .answer(400) }
        guard covers.contains(name) else { return .answer(404) }
        // To another host, and without a scheme, as the archive does.
        let host = request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }
        let port = host?.split(separator: ":").last.map(String.init) ?? ""
        return .answer(307, headers: ["Location: //localhost:\(port)/download/\(name)"])
    }

    private func search(_ path: String) -> LoopbackServer.Reply {
        let query = URLComponents(string: path)?.queryItems?.first { $0.name == "query" }?.value ?? ""
        let groups = albums.filter { query.lowercased().contains("\"\($0.title.prefix(4).lowercased())") }.map { album in
            """
            {"id": "\(album.id)", "score": \(album.score), "title": "\(album.title)",
             "artist-credit": [{"name": "\(album.artist)", "artist": {"name": "\(album.artist)"}}]}
            """
        }
        return .answer(200, Array("{\"count\": \(groups.count), \"release-groups\": [\(groups.joined(separator: ","))]}".utf8))
    }
}
