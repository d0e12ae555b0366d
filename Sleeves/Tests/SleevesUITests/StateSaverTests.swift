import Foundation
import Heed
import SleevesLibrary
import Testing

@testable import SleevesUI
import SleevesNetworking

@Suite("The saver of the state")
@MainActor
struct StateSaverTests {
    @Test("A state that is still to be written is on the disk when the program ends")
    func finish() throws {
        let folder = NSTemporaryDirectory() + "/sleeves-state-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let persistency = try PersistencyManager(libraryDirectory: folder + "/library", cacheDirectory: folder + "/cache")
        let library = LibraryAPI(persistency: persistency, client: HTTPClient(version: "1", contact: "test"), hub: NotificationHub())
        let saver = StateSaver(library) { Issue.record("\($0)") }
        for width in 500..<600 {
            let state = LibraryState(windowWidth: width)
            saver.save(state, isLast: false)
            saver.finish()
            #expect(library.loadState().state == state)
        }
    }
}
