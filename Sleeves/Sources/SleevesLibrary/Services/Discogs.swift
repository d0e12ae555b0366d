internal import Localization
internal import SleevesNetworking

extension OnlineService {
    /// The marketplace of records, through its interface for programs.
    public static let discogs = OnlineService(
        "discogs", "Discogs", address: "https://api.discogs.com", variable: "SLEEVES_DISCOGS",
        disclosure: localized("Discogs then receives what you enter to add a record."),
        token: Token(
            variable: "SLEEVES_DISCOGS_TOKEN", label: localized("Discogs Access Token"),
            explanation: localized(
                "With a personal access token from the developer settings of your account, Add a Record searches there, too.")),
        pause: .milliseconds(1_050))
}

/// A client that asks Discogs for releases with the user's own token, at most once a second, as its rules require.
///
/// Source: https://www.discogs.com/developers
struct Discogs: Sendable {
    private let connection: ServiceConnection
    private let token: String
    private let reachOfAddresses: NetworkReach

    /// The maximum size of a response, in bytes. Ordinary responses have some ten kilobytes.
    private static let answerLimit = 4 << 20

    /// Creates the client; `nil` if the user doesn't use Discogs.
    init?(_ access: ServiceAccess) {
        guard let connection = access.connection(to: .discogs), let token = connection.token else { return nil }
        (self.connection, self.token) = (connection, token)
        reachOfAddresses = access.services.reachOfAddresses
    }

    /// Returns the releases that a request finds, the likeliest first.
    ///
    /// - Throws: ``AddingError/tokenRefused``, an ``HTTPClientError``, or a `CancellationError`.
    private func releases(_ query: ReleaseQuery) async throws -> [DiscogsRelease] {
        let terms: KeyValuePairs<String, String>
        switch query {
        case .release(let id, of: .discogs): return try await release(id).map { [$0] } ?? []
        case .release, .group: return []
        case .barcode(let digits): terms = ["type": "release", "per_page": "25", "barcode": digits, "token": token]
        case .words(let words): terms = ["type": "release", "per_page": "25", "q": words.joined(separator: " "), "token": token]
        case .names(let title, let artist):
            terms = ["type": "release", "per_page": "25", "release_title": title, "artist": artist, "token": token]
        }
        guard let found = DiscogsRelease.found(in: try await answer("database/search", terms)) else { throw connection.noAnswer }
        return found
    }

    private func release(_ id: String) async throws -> DiscogsRelease? {
        guard let number = Int(id.dropFirst()) else { return nil }
        do {
            let bytes = try await answer("releases/\(number)", ["token": token])
            guard let value = JSONParser.value(of: bytes), let release = DiscogsRelease(value) else { throw connection.noAnswer }
            return release
        } catch let error as HTTPClientError where error.isAbsence {
            return nil
        }
    }

    private func answer(_ path: String, _ items: KeyValuePairs<String, String>) async throws -> [UInt8] {
        do {
            return try await connection.answer(path, items, limit: Self.answerLimit)
        } catch let error as HTTPClientError where error.reason == .status(401) {
            throw AddingError.tokenRefused
        }
    }
}

extension Discogs: ReleaseSource {
    static let service = OnlineService.discogs

    /// Returns the number of a release, as `r1234`. Words have it in that form, as `[r1234]`, or as parts of the address of its page.
    static func identifier(in words: [String]) -> String? {
        func number(_ text: some StringProtocol) -> String? {
            let isNumber = (1...10).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            return isNumber ? Int(text).map { "r\($0)" } : nil
        }
        if words.count == 1 {
            let word = words[0].lowercased().trimmingPrefix("[")
            return word.hasPrefix("r") ? number(word.dropFirst().prefix { $0 != "]" }) : nil
        }
        guard words.contains(where: { $0 == "discogs.com" || $0.hasSuffix(".discogs.com") }), let place = words.firstIndex(of: "release"),
            place + 1 < words.count
        else { return nil }
        return number(words[place + 1].prefix { $0 != "-" })
    }

    func found(_ query: ReleaseQuery) async throws -> [FoundRelease] {
        try await releases(query).map(FoundRelease.init)
    }

    func found(_ id: String) async throws -> FoundRelease? {
        try await release(id).map(FoundRelease.init)
    }

    func front(of release: FoundRelease) -> (address: String, reach: NetworkReach)? {
        release.album.coverURL.map { ($0, reachOfAddresses) }
    }

    // The album has its address.
    func cover(of release: FoundRelease) -> String? { nil }
}

extension FoundRelease {
    fileprivate init(_ release: DiscogsRelease) {
        self.init(service: .discogs, id: "r\(release.number)", album: release.album, hasFront: false)
    }
}
