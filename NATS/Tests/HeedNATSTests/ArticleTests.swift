import NATSTestServer
import Foundation
import Heed
import HeedNATS
import Testing

struct VolumeChanged: CarriedMessage {
    static let wireName = "volume-changed"
    let volume: Double
}

struct AlbumEdited: CarriedMessage {
    static let wireName = "album-edited"
    let album: String
    let title: String
}

@Suite(.timeLimit(.minutes(10)))
struct ArticleTests {
    @Test("The examples of the article compile and run")
    func example() async throws {
        let server = try Server.storing()
        let address = server.address
        let hub = NotificationHub()
        let observations = [
            hub.observe(VolumeChanged.self) { print("volume", $0.volume) },
            hub.observe(AlbumEdited.self) { print("title", $0.title) },
        ]
        let connection = try Connection(ConnectionOptions(servers: [address]))
        let bridge = HubBridge(
            hub,
            carrying: [.fleeting(VolumeChanged.self, delivering: .latest), .lasting(AlbumEdited.self)],
            to: connection,
            options: BridgeOptions(name: "living-room")
        )
        hub.post(VolumeChanged(volume: 0.5))
        hub.post(AlbumEdited(album: "a1", title: "Harbour"))
        try await bridge.flush(timeout: .seconds(30))
        #expect(bridge.droppedCount == 0)
        withExtendedLifetime(observations) {}
    }

    @Test("The article has this example")
    func comparesWithTheArticle() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(contentsOf: package.appending(path: "Sources/HeedNATS/HeedNATS.docc/AcrossMachines.md"), encoding: .utf8)
        let examples = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }.joined()
        var here = Self.lines(of: try String(contentsOfFile: #filePath, encoding: .utf8))[...]
        // The article's server is another one.
        for line in Self.lines(of: examples) where !line.hasPrefix("let address") {
            let place = try #require(here.firstIndex(of: line), "the example above lacks, or has in another order: \(line)")
            here = here[(place + 1)...]
        }
    }

    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
