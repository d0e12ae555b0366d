import NATSTestServer
import Foundation
import Heed
import HeedNATS
import Testing

// example
struct VolumeChanged: CarriedMessage {
    static let wireName = "volume-changed"
    let volume: Double
}

struct AlbumEdited: CarriedMessage {
    static let wireName = "album-edited"
    let album: String
    let title: String
}
// end

@Suite(.timeLimit(.minutes(2)))
struct ArticleTests {
    @Test("The examples of the article compile and run")
    func example() async throws {
        let server = try Server.storing()
        let (hub, address) = (NotificationHub(), server.address)
        // example
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
        // end
        #expect(bridge.droppedCount == 0)
        withExtendedLifetime(observations) {}
    }

    @Test("The article has these examples")
    func comparesWithTheArticle() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let article = try String(contentsOf: package.appending(path: "Sources/HeedNATS/HeedNATS.docc/AcrossMachines.md"), encoding: .utf8)
        let inArticle = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
        var here: [String] = []
        var isInside = false
        for line in try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n") {
            switch line.trimmingCharacters(in: .whitespaces) {
            case "// example":
                isInside = true
                here.append("")
            case "// end": isInside = false
            default:
                // The first block stands at the margin, the second one in a method.
                let indentation = here.count == 2 ? 8 : 0
                if isInside { here[here.count - 1] += line.dropFirst(indentation) + "\n" }
            }
        }
        #expect(here == Array(inArticle))
    }
}
