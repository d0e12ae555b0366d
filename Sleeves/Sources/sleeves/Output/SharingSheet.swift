internal import FoundationEssentials
internal import Heed
internal import Localization
internal import SleevesLibrary
internal import SleevesUI

/// How a collection is shared, as the command prints it.
struct SharingSheet: CustomStringConvertible {
    private let information: SharingInformation?
    private let isConnected: Bool
    private let problem: String?

    init(_ information: SharingInformation?, _ sharing: LibrarySharing) {
        self.information = information
        isConnected = [.connected, .receiving].contains(sharing.state)
        problem = sharing.problem ?? sharing.warning
    }

    /// Scripts rely on the keys.
    private struct Printed: Encodable {
        let shared: Bool
        let server: String?
        let collection: String?
        let machine: String?
        let others: [String]
        let waiting: Int
        let connected: Bool
        let problem: String?

        private enum CodingKeys: String, CodingKey {
            case shared, server, collection, machine, others, waiting, connected, problem
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(shared, forKey: .shared)
            try container.encode(server, forKey: .server)
            try container.encode(collection, forKey: .collection)
            try container.encode(machine, forKey: .machine)
            try container.encode(others, forKey: .others)
            try container.encode(waiting, forKey: .waiting)
            try container.encode(connected, forKey: .connected)
            try container.encode(problem, forKey: .problem)
        }
    }

    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let shared = information.flatMap { $0.isOn ? $0 : nil }
        let printed = Printed(
            shared: shared != nil, server: shared?.settings.server, collection: shared?.settings.collection,
            machine: shared?.settings.machineName, others: shared?.otherMachines ?? [], waiting: shared?.waitingCount ?? 0,
            connected: isConnected, problem: problem)
        return String(decoding: try encoder.encode(printed), as: UTF8.self)
    }

    var description: String {
        guard let information, information.isOn else { return localized("The collection is not shared.") }
        let settings = information.settings
        var lines = [localized("Shared as “{machine}” by way of {server}.", ["machine": settings.machineName, "server": settings.server])]
        if let machines = SharingStatusText.machines(information.otherMachines) { lines.append(machines) }
        if let problem { lines.append(problem) }
        if let waiting = SharingStatusText.waiting(information.waitingCount) {
            lines.append(waiting)
        } else if isConnected {
            lines.append(localized("Everything is exchanged."))
        }
        return lines.map(TerminalText.printable).joined(separator: "\n")
    }
}

/// An exchange of a command, until there is nothing left.
struct SharingExchangeCommand {
    private let library: LibraryAPI

    init(_ library: LibraryAPI) {
        self.library = library
    }

    /// - Throws: ``SharingUnavailable`` if the server can't be used; `CancellationError`.
    func finish() async throws {
        let sharing = library.sharing
        await sharing.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sharing.finish() }
            group.addTask {
                for await problem in sharing.values(of: \.problem) { if let problem { throw SharingUnavailable(description: problem) } }
                try Task.checkCancellation()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// The server can't be used at the moment.
struct SharingUnavailable: Error, CustomStringConvertible {
    let description: String
}

/// An address without what may be a password.
enum ConcealedAddress {
    static func text(of address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return address }
        let scheme = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        return String(address[..<min(scheme, at)] + address[address.index(after: at)...])
    }
}
