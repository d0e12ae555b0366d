internal import Localization
internal import SleevesNetworking

extension OnlineService {
    /// The public encyclopedia of releases, which knows their identifiers in the Cover Art Archive.
    public static let musicBrainz = OnlineService(
        "musicBrainz", "MusicBrainz", address: "https://musicbrainz.org", variable: "SLEEVES_MUSICBRAINZ", option: "musicbrainz",
        disclosure: localized("MusicBrainz receives artists, titles, release IDs, and what you enter to add a record."),
        // Slightly more than a second, because networks deliver some requests faster than others.
        pause: .milliseconds(1_050))
}

/// A client that asks MusicBrainz for albums and releases, at most once a second, as its rules require.
///
/// Source: https://musicbrainz.org/doc/MusicBrainz_API/Search and …/Rate_Limiting
struct MusicBrainz: Sendable {
    private let connection: ServiceConnection
    /// The archive that has the covers of releases; `nil` if the user doesn't use it.
    private let archive: ServiceAddress?

    /// The minimum of MusicBrainz' own score of a result, from 0 to 100. Artist and title must match too, because even the best of bad
    /// results scores 100.
    static let scoreThreshold = 90
    /// The maximum size of a response, in bytes. Ordinary responses have a few kilobytes.
    private static let answerLimit = 1 << 20
    /// The maximum size of a release with its tracks, in bytes. Boxes with hundreds of discs have two megabytes.
    private static let releaseLimit = 8 << 20

    /// Creates the client; `nil` if the user doesn't use MusicBrainz.
    init?(_ access: ServiceAccess) {
        guard let connection = access.connection(to: .musicBrainz) else { return nil }
        self.connection = connection
        archive = access.services[.coverArtArchive]
    }

    /// The host, which determines the queue of requests.
    var host: CoverHost { CoverHost(connection.address.base, limit: 1) }

    /// Returns the album with this title by this artist, if MusicBrainz knows one.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func releaseGroup(title: String, artist: String) async throws -> MusicBrainzID? {
        let query = "releasegroup:\(ReleaseQuery.quotedName(title)) AND artist:\(ReleaseQuery.quotedName(artist))"
        let items: KeyValuePairs = ["query": query, "limit": "5", "fmt": "json"]
        let bytes = try await connection.answer("ws/2/release-group", items, limit: Self.answerLimit)
        guard let answer = try? StoredJSON.decode(Answer.self, from: bytes) else { throw connection.noAnswer }
        let match = answer.groups.first { group in
            group.score >= Self.scoreThreshold && Self.isSame(group.title, title)
                && (Self.isSame(group.artist, artist) || group.credits.contains { Self.isSame($0.name, artist) })
        }
        return match.flatMap { MusicBrainzID($0.id) }
    }

    /// Returns the releases that a request finds, the likeliest first.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func releases(_ query: ReleaseQuery) async throws -> [MusicBrainzRelease] {
        guard let text = query.searchText else {
            guard case .release(let text, of: .musicBrainz) = query, let id = MusicBrainzID(text) else { return [] }
            return try await release(id).map { [$0] } ?? []
        }
        let items: KeyValuePairs = ["query": text, "limit": "25", "fmt": "json"]
        let answer = try await connection.answer("ws/2/release", items, limit: Self.answerLimit)
        guard let found = MusicBrainzRelease.found(in: answer) else { throw connection.noAnswer }
        return found
    }

    /// Returns a release with its tracks; `nil` if MusicBrainz has none with this identifier.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func release(_ id: MusicBrainzID) async throws -> MusicBrainzRelease? {
        // The service takes spaces for the plus signs of its documentation.
        let parts = "artist-credits labels recordings release-groups genres"
        do {
            let bytes = try await connection.answer("ws/2/release/\(id.text)", ["inc": parts, "fmt": "json"], limit: Self.releaseLimit)
            guard let value = JSONParser.value(of: bytes), let release = MusicBrainzRelease(value) else { throw connection.noAnswer }
            return release
        } catch let error as HTTPClientError where error.isAbsence {
            return nil
        }
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

extension MusicBrainz: ReleaseSource {
    static let service = OnlineService.musicBrainz

    static func identifier(in words: [String]) -> String? {
        words.reversed().lazy.compactMap(MusicBrainzID.init).first?.text
    }

    func found(_ query: ReleaseQuery) async throws -> [FoundRelease] {
        try await releases(query).map(FoundRelease.init)
    }

    /// Returns a release with its tracks. One that was merged with another gets that one's identifier.
    func found(_ id: String) async throws -> FoundRelease? {
        guard let id = MusicBrainzID(id) else { return nil }
        return try await release(id).map(FoundRelease.init)
    }

    func front(of release: FoundRelease) -> (address: String, reach: NetworkReach)? {
        guard let archive, let id = MusicBrainzID(release.id) else { return nil }
        return (archive.smallFront(of: id), archive.reach)
    }

    func cover(of release: FoundRelease) -> String? {
        guard release.hasFront, let id = MusicBrainzID(release.id) else { return nil }
        return archive?.frontCover(of: .release(id))
    }
}

extension FoundRelease {
    /// Creates the release of an answer of MusicBrainz.
    package init(_ release: MusicBrainzRelease) {
        self.init(service: .musicBrainz, id: release.id, album: release.album, hasFront: release.hasFront)
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
