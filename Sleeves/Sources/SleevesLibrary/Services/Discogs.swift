internal import Localization
internal import SleevesNetworking

/// A client that asks Discogs for releases with the user's own token, at most once a second, as its rules require.
///
/// Source: https://www.discogs.com/developers
struct Discogs: Sendable {
    let client: HTTPClient
    let address: ServiceAddress
    let token: String
    let gate: RateGate

    /// The maximum size of a response, in bytes. Ordinary responses have some ten kilobytes.
    private static let answerLimit = 4 << 20

    /// Returns the releases that a request finds, the likeliest first.
    ///
    /// - Throws: ``AddingError/tokenRefused``, an ``HTTPClientError``, or a `CancellationError`.
    func releases(_ query: ReleaseQuery) async throws -> [DiscogsRelease] {
        let terms: KeyValuePairs<String, String>
        switch query {
        case .discogs(let number): return try await release(number).map { [$0] } ?? []
        case .identifier, .group: return []
        case .barcode(let digits): terms = ["type": "release", "per_page": "25", "barcode": digits, "token": token]
        case .words(let words): terms = ["type": "release", "per_page": "25", "q": words.joined(separator: " "), "token": token]
        case .names(let title, let artist):
            terms = ["type": "release", "per_page": "25", "release_title": title, "artist": artist, "token": token]
        }
        let url = try address.request("database/search", terms)
        guard let found = DiscogsRelease.found(in: try await answer(to: url)) else { throw noAnswer }
        return found
    }

    /// Returns a release with its tracks; `nil` if Discogs has none with this number.
    ///
    /// - Throws: ``AddingError/tokenRefused``, an ``HTTPClientError``, or a `CancellationError`.
    func release(_ number: Int) async throws -> DiscogsRelease? {
        do {
            let bytes = try await answer(to: try address.request("releases/\(number)", ["token": token]))
            guard let value = JSONParser.value(of: bytes), let release = DiscogsRelease(value) else { throw noAnswer }
            return release
        } catch let error as HTTPClientError where error.isAbsence {
            return nil
        }
    }

    private func answer(to url: String) async throws -> [UInt8] {
        do {
            return try await address.answer(to: url, of: client, limit: Self.answerLimit, gate: gate)
        } catch let error as HTTPClientError where error.reason == .status(401) {
            throw AddingError.tokenRefused
        }
    }

    private var noAnswer: HTTPClientError {
        HTTPClientError(.unreachable, url: address.base, detail: localized("The response does not come from Discogs."))
    }
}
