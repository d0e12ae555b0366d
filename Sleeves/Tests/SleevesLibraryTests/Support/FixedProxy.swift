@testable import SleevesLibrary
@testable import SleevesNetworking

/// The same proxy for all addresses, or none, whatever the machine has that tests run on.
struct FixedProxy: ProxyFinding {
    var proxy: String?

    func proxy(for location: WebLocation) async -> String? { proxy }
}
