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

    /// A release of MusicBrainz, which is found by its barcode, its catalogue number, or words from title and artist.
    struct Release: Sendable {
        var id: String
        var title: String
        var artist: String
        var barcode = ""
        var number = ""
        var format = "12\\\" Vinyl"
        var tracks: [String] = []
        var hasFront = false
        /// The types of its pictures in the archive, which are numbered from 1; no list of pictures without any.
        var pictures: [String] = []
    }

    private let covers: Set<String>
    private let albums: [Album]
    private let releases: [Release]
    private let statusOfReleases: Int
    private let picture: [UInt8]
    private let log = Mutex<[String]>([])

    /// - Parameters:
    ///   - covers: What the archive has: `release/…` and `release-group/…`.
    ///   - albums: What MusicBrainz knows.
    ///   - releases: The releases that it knows.
    ///   - statusOfReleases: The status of the answer to the request for a single one.
    init(
        covers: Set<String> = [], albums: [Album] = [], releases: [Release] = [], statusOfReleases: Int = 200,
        picture: [UInt8] = SamplePictures.baselineJPEG
    ) {
        self.covers = covers
        self.albums = albums
        self.releases = releases
        self.statusOfReleases = statusOfReleases
        self.picture = picture
    }

    /// The paths that were asked for.
    var requests: [String] { log.withLock { $0 } }

    func reply(to request: LoopbackServer.Request) -> LoopbackServer.Reply {
        log.withLock { $0.append(request.path) }
        let path = request.path
        if path.hasPrefix("/ws/2/release-group?") { return search(path) }
        if path.hasPrefix("/ws/2/release?") { return searchReleases(path) }
        if path.hasPrefix("/ws/2/release/") { return release(path) }
        if path.hasPrefix("/download/") { return .answer(200, picture) }
        if let (release, name) = archived(path) {
            if name.isEmpty { return .answer(200, Array("{\"images\": [\(Self.images(of: release))]}".utf8)) }
            let number = name.hasSuffix("-1200.jpg") ? Int(name.dropLast("-1200.jpg".count)) : nil
            return number.map { (1...release.pictures.count).contains($0) } == true ? .answer(200, picture) : .answer(404)
        }
        guard path.hasSuffix("/front-500") || path.hasSuffix("/front-250") else { return .answer(404) }
        let name = String(path.dropFirst().dropLast("/front-500".count))
        if name != name.lowercased() { return .answer(400) }
        guard covers.contains(name) else { return .answer(404) }
        // To another host, and without a scheme, as the archive does.
        let host = request.head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("host:") }
        let port = host?.split(separator: ":").last.map(String.init) ?? ""
        return .answer(307, headers: ["Location: //localhost:\(port)/download/\(name)"])
    }

    /// Returns the release whose pictures a path leads to, and the rest of the path.
    private func archived(_ path: String) -> (release: Release, name: Substring)? {
        guard let release = releases.first(where: { !$0.pictures.isEmpty && path.hasPrefix("/release/\($0.id)/") }) else { return nil }
        let name = path.dropFirst("/release/\(release.id)/".count)
        return name.hasPrefix("front") ? nil : (release, name)
    }

    private static func images(of release: Release) -> String {
        release.pictures.enumerated().map { index, type in
            #"{"id": \#(index + 1), "types": ["\#(type)"], "front": \#(type == "Front"), "image": "http://elsewhere.example/x.jpg"}"#
        }.joined(separator: ",")
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

    private func searchReleases(_ path: String) -> LoopbackServer.Reply {
        let query = URLComponents(string: path)?.queryItems?.first { $0.name == "query" }?.value?.lowercased() ?? ""
        let found = releases.filter { release in
            if query.hasPrefix("rgid:") { return true }
            if query.hasPrefix("barcode:") { return !release.barcode.isEmpty && query.contains(release.barcode) }
            if query.contains("catno:\"\(release.number.lowercased())\"") { return true }
            let words = query.split(separator: "release:\"").dropFirst().compactMap { $0.split(separator: "\"").first }
            return words.allSatisfy { "\(release.artist) \(release.title)".lowercased().contains($0) }
        }
        return .answer(200, Array("{\"count\": \(found.count), \"releases\": [\(found.map(Self.short).joined(separator: ","))]}".utf8))
    }

    private func release(_ path: String) -> LoopbackServer.Reply {
        guard statusOfReleases == 200 else { return .answer(statusOfReleases) }
        guard let release = releases.first(where: { path.hasPrefix("/ws/2/release/\($0.id)?") }) else { return .answer(404) }
        let tracks = release.tracks.enumerated().map { #"{"position": \#($0 + 1), "title": "\#($1)", "length": 180000}"# }
        let medium = #"{"format": "\#(release.format)", "tracks": [\#(tracks.joined(separator: ","))]}"#
        let whole = #"{"media": [\#(medium)], "cover-art-archive": {"front": \#(release.hasFront)}, "# + Self.values(of: release) + "}"
        return .answer(200, Array(whole.utf8))
    }

    /// A release as a search has it, without tracks.
    private static func short(_ release: Release) -> String {
        #"{"media": [{"format": "\#(release.format)"}], "# + values(of: release) + "}"
    }

    private static func values(of release: Release) -> String {
        """
        "id": "\(release.id)", "title": "\(release.title)", "date": "1964-03-01", "country": "GB", "barcode": "\(release.barcode)",
        "artist-credit": [{"name": "\(release.artist)", "artist": {"name": "\(release.artist)", "sort-name": "\(release.artist)"}}],
        "label-info": [{"catalog-number": "\(release.number)", "label": {"name": "Kestrel"}}], "track-count": \(release.tracks.count),
        "release-group": {"genres": [{"name": "jazz", "count": 3}, {"name": "bop", "count": 5}]}
        """
    }
}
