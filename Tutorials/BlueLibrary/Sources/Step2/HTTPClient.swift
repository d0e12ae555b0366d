import Foundation

/// Fetches covers. Only the façade knows it.
///
/// The addresses are files of this package, so that the tutorial needs no network. For the web, `URLSession` takes the place of `Data`.
struct HTTPClient: Sendable {
    private static let covers = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Covers")

    /// Returns the lines of an album's cover, which is a picture made of text.
    @concurrent
    func cover(of album: String) async throws -> [String] {
        let data = try Data(contentsOf: Self.covers.appending(path: "\(album).txt"))
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
