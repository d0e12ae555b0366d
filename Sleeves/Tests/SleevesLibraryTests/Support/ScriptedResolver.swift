import Synchronization

@testable import SleevesLibrary
@testable import SleevesNetworking

/// Answers for the system's names: each name has the addresses that a test gives it, or there is no network.
final class ScriptedResolver: HostResolving {
    private let answers: Mutex<[String: [String]]>
    private let log = Mutex<[String]>([])

    let hasRoute: Bool

    /// - Parameters:
    ///   - answers: By host; the empty list for a name that nobody knows. For a host that isn't among them, the name server fails.
    ///   - hasRoute: Whether there is a network.
    init(_ answers: [String: [String]] = [:], hasRoute: Bool = false) {
        self.answers = Mutex(answers)
        self.hasRoute = hasRoute
    }

    /// The names that were looked up.
    var lookUps: [String] { log.withLock { $0 } }

    func set(_ addresses: [String]?, for host: String) {
        answers.withLock { $0[host] = addresses }
    }

    func addresses(of host: String) async throws -> [InternetAddress] {
        if let literal = InternetAddress(host) { return [literal] }
        log.withLock { $0.append(host) }
        guard let found = answers.withLock({ $0[host] }) else {
            throw HostResolverError(hasRoute ? .unresolved : .noNetwork, "nobody can be asked")
        }
        if found.isEmpty { throw HostResolverError(.unreachable, "no such name") }
        return found.compactMap(InternetAddress.init)
    }
}
