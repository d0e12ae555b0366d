import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Talks to the server over HTTP, as a program on another machine would.
struct LibraryClient: Sendable {
    let address: URL

    func titles() async throws -> [String] {
        let (data, _) = try await URLSession.shared.data(from: address.appending(path: "albums"))
        return try JSONDecoder().decode([Album].self, from: data).map(\.title)
    }

    /// Changes an album's title, and returns the status of the answer.
    func rename(_ album: String, to title: String) async throws -> Int {
        var request = URLRequest(url: address.appending(path: "albums/\(album)/title"))
        request.httpMethod = "PUT"
        request.httpBody = Data(title.utf8)
        let (_, response) = try await URLSession.shared.data(for: request)
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    }

    func changes(after count: Int) async throws -> [TitleChange] {
        let url = address.appending(path: "changes").appending(queryItems: [URLQueryItem(name: "after", value: "\(count)")])
        return try JSONDecoder().decode([TitleChange].self, from: try await URLSession.shared.data(from: url).0)
    }
}
