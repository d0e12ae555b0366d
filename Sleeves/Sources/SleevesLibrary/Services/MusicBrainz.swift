internal import FoundationEssentials
internal import Localization
internal import SleevesNetworking

/// A client that searches MusicBrainz for albums, at most once a second, as its rules require.
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

    /// Returns the album with this title by this artist, if MusicBrainz knows one.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func releaseGroup(title: String, artist: String) async throws -> MusicBrainzID? {
        let url = try searchAddress(title: title, artist: artist)
        let bytes = try await client.fetch(url, limit: Self.answerLimit, reach: address.reach, gate: gate)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(bytes)) else {
            throw HTTPClientError(.unreachable, url: url, detail: localized("The response does not come from MusicBrainz."))
        }
        let match = answer.groups.first { group in
            group.score >= Self.scoreThreshold && Self.isSame(group.title, title)
                && (Self.isSame(group.artist, artist) || group.credits.contains { Self.isSame($0.name, artist) })
        }
        return match.flatMap { MusicBrainzID($0.id) }
    }

    private func searchAddress(title: String, artist: String) throws -> String {
        guard var parts = URLComponents(string: address.base + "/ws/2/release-group") else {
            throw HTTPClientError(.notAnAddress, url: address.base)
        }
        let query = "releasegroup:\(Self.quoted(title)) AND artist:\(Self.quoted(artist))"
        parts.queryItems = [
            URLQueryItem(name: "query", value: query), URLQueryItem(name: "limit", value: "5"), URLQueryItem(name: "fmt", value: "json"),
        ]
        // Many servers decode a plus as a space.
        let encoded = parts.percentEncodedQuery?.replacing("+", with: "%2B")
        parts.percentEncodedQuery = encoded
        guard let text = parts.string else { throw HTTPClientError(.notAnAddress, url: address.base) }
        return text
    }

    /// Quotes a phrase for the search syntax, so that no character has a special meaning.
    private static func quoted(_ text: String) -> String {
        let escaped = String(text.prefix(300)).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
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
