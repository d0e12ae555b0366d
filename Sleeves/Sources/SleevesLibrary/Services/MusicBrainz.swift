internal import Localization
internal import SleevesNetworking

/// A client that asks MusicBrainz for albums and releases, at most once a second, as its rules require.
///
/// Source: https://musicbrainz.org/doc/MusicBrainz_API/Search and …/Rate_Limiting
struct MusicBrainz: Sendable {
    let client: HTTPClient
    let address: ServiceAddress
    let gate: RateGate

    /// The minimum of MusicBrainz' own score of a result, from 0 to 100. Artist and title must match too, because even the best of bad
    /// results scores 100.
    static let scoreThreshold = 90
    /// The maximum size of a response, in bytes. Ordinary responses have a few kilobytes.
    private static let answerLimit = 1 << 20
    /// The maximum size of a release with its tracks, in bytes. Boxes with hundreds of discs have two megabytes.
    private static let releaseLimit = 8 << 20

    /// Returns the album with this title by this artist, if MusicBrainz knows one.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func releaseGroup(title: String, artist: String) async throws -> MusicBrainzID? {
        let url = try searchAddress(title: title, artist: artist)
        let bytes = try await answer(to: url, limit: Self.answerLimit)
        guard let answer = try? StoredJSON.decode(Answer.self, from: bytes) else { throw noAnswer }
        let match = answer.groups.first { group in
            group.score >= Self.scoreThreshold && Self.isSame(group.title, title)
                && (Self.isSame(group.artist, artist) || group.credits.contains { Self.isSame($0.name, artist) })
        }
        return match.flatMap { MusicBrainzID($0.id) }
    }

    private func searchAddress(title: String, artist: String) throws -> String {
        let query = "releasegroup:\(ReleaseQuery.quotedName(title)) AND artist:\(ReleaseQuery.quotedName(artist))"
        return try address.request("ws/2/release-group", ["query": query, "limit": "5", "fmt": "json"])
    }

    /// Returns the releases that a request finds, the likeliest first.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func releases(_ query: ReleaseQuery) async throws -> [MusicBrainzRelease] {
        guard let text = query.searchText else {
            guard case .identifier(let id) = query else { return [] }
            return try await release(id).map { [$0] } ?? []
        }
        let url = try address.request("ws/2/release", ["query": text, "limit": "25", "fmt": "json"])
        guard let found = MusicBrainzRelease.found(in: try await answer(to: url, limit: Self.answerLimit)) else { throw noAnswer }
        return found
    }

    /// Returns a release with its tracks; `nil` if MusicBrainz has none with this identifier.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func release(_ id: MusicBrainzID) async throws -> MusicBrainzRelease? {
        // The service takes spaces for the plus signs of its documentation.
        let parts = "artist-credits labels recordings release-groups genres"
        let url = try address.request("ws/2/release/\(id.text)", ["inc": parts, "fmt": "json"])
        do {
            let bytes = try await answer(to: url, limit: Self.releaseLimit)
            guard let value = JSONParser.value(of: bytes), let release = MusicBrainzRelease(value) else { throw noAnswer }
            return release
        } catch let error as HTTPClientError where error.isAbsence {
            return nil
        }
    }

    private func answer(to url: String, limit: Int) async throws -> [UInt8] {
        try await address.answer(to: url, of: client, limit: limit, gate: gate)
    }

    private var noAnswer: HTTPClientError {
        HTTPClientError(.unreachable, url: address.base, detail: localized("The response does not come from MusicBrainz."))
    }

    /// Returns whether two names are equal, ignoring case, accents and punctuation.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func letters(_ text: String) -> String {
            let folded = FoldedText(text).value
            let kept = folded.filter { $0.isLetter || $0.isNumber }
            return kept.isEmpty ? folded : kept
        }
        return letters(one) == letters(other)
    }
}

extension MusicBrainz {
    /// The relevant part of a search response.
    private struct Answer: Decodable {
        struct Group: Decodable {
            struct Credit: Decodable {
                let name: String
                let joinphrase: String?
            }

            let id: String
            let score: Int
            let title: String
            let credits: [Credit]

            /// The artist as printed on the sleeve: "Simon & Garfunkel".
            var artist: String { credits.map { $0.name + ($0.joinphrase ?? "") }.joined() }

            enum CodingKeys: String, CodingKey {
                case id, score, title
                case credits = "artist-credit"
            }
        }

        let groups: [Group]

        enum CodingKeys: String, CodingKey {
            case groups = "release-groups"
        }
    }
}
