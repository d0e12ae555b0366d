import Synchronization

@testable import SleevesLibrary
@testable import SleevesNetworking

/// Answers for the system's names: each name has the addresses that a test gives it, or there is no network.
final class ScriptedResolver: HostResolving {
    private let answers: Mutex<[String: [String]]>
    private let log = Mutex<[String]>([])

    /// - Parameter answers: By host; the empty list for a name that nobody knows. Where a host is not among them, there is no network.
    init(_ answers: [String: [String]] = [:]) {
        self.answers = Mutex(answers)
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
            throw HostResolverError(isWithoutNetwork: true, detail: "nobody can be asked")
        }
        if found.isEmpty { throw HostResolverError(isWithoutNetwork: false, detail: "no such name") }
        return found.compactMap(InternetAddress.init)
    }
}
