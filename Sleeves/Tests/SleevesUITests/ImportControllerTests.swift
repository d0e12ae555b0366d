import Foundation
import Heed
import SleevesLibrary
import Testing

@testable import SleevesUI
import SleevesNetworking

@Suite("The import controller", .timeLimit(.minutes(10)))
@MainActor
struct ImportControllerTests {
    private let folder: String
    private let library: LibraryAPI

    init() throws {
        folder = NSTemporaryDirectory() + "/sleeves-ui-\(UUID().uuidString)"
        let persistency = try PersistencyManager(libraryDirectory: folder + "/library", cacheDirectory: folder + "/cache")
        library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
        try FileManager.default.createDirectory(atPath: folder + "/music", withIntermediateDirectories: true)
        for number in 0..<200 { try Data("noise".utf8).write(to: URL(filePath: folder + "/music/\(number).mp3")) }
    }

    private func outcome(_ act: (ImportController) -> Void) async -> ImportOutcome {
        var importing: ImportController?
        let outcome = await withCheckedContinuation { continuation in
            let controller = ImportController(library: library, progress: { _ in }, completion: { continuation.resume(returning: $0) })
            importing = controller
            controller.start([folder + "/music"])
            act(controller)
        }
        withExtendedLifetime(importing) {}
        try? FileManager.default.removeItem(atPath: folder)
        return outcome
    }

    @Test("An import reports its outcome")
    func ending() async {
        let outcome = await outcome { _ in }
        #expect(outcome.words == "Nothing new, 200 problems")
        #expect(outcome.problems.count == 200 && outcome.problems.contains { $0.path.hasSuffix("/music/199.mp3") })
        #expect(outcome.problems.allSatisfy { $0.reason.hasPrefix("Sleeves does not know the format") })
    }

    @Test("A cancelled import stops and says how to continue")
    func cancelling() async {
        #expect(await outcome { $0.cancel() }.words == "The import was stopped. To continue it, import the folder again.")
    }
}
