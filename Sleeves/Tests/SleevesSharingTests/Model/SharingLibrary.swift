import Heed
import NATSTestServer
import SleevesModel
import SleevesNetworking
import Testing

@testable import SleevesLibrary
@testable import SleevesStore

/// A machine whose library is shared by way of a real server, as a window does it.
final class SharingLibrary: Sendable {
    let machine: TestMachine
    let api: LibraryAPI
    private let hub = NotificationHub()

    init(_ machine: TestMachine) {
        self.machine = machine
        let client = HTTPClient(version: "1.2", contact: "https://example.org/sleeves")
        api = LibraryAPI(persistency: machine.library, client: client, hub: hub)
    }

    convenience init(_ name: String, with server: Server, settings change: (inout SharingSettings) -> Void = { _ in }) async throws {
        let machine = try TestMachine(name)
        self.init(machine)
        var settings = try SharingSettings(address: server.address, machineName: name)
        change(&settings)
        try await api.share(settings)
        await api.sharing.start()
    }

    deinit {
        api.sharing.stop()
    }

    /// The titles of its albums, sorted.
    var titles: [String] { get throws { try machine.library.albums(sort: .title).map(\.title) } }

    /// Waits until everything is exchanged.
    func finish() async throws { try await api.sharing.finish() }

    /// Waits until a condition holds, which a change of the library or of its sharing may bring about.
    func becomes(_ condition: (SharingLibrary) throws -> Bool) async rethrows {
        let (turns, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let sharing = api.sharing
        let tokens: [ObservationToken] = [
            hub.observe(LibraryChanged.self) { _ in continuation.yield() },
            sharing.observe(\.status) { _ in continuation.yield() },
            sharing.received.attach { _ in continuation.yield() },
        ]
        continuation.yield()
        for await _ in turns { if try condition(self) { return } }
        // The time of the test is over.
        Issue.record("\(machine.name) ends with \(sharing.status)")
        withExtendedLifetime(tokens) {}
    }
}
