internal import Heed
internal import Localization
internal import SleevesLibrary
internal import SleevesUI

/// The state of a collection's sharing, as the command prints it.
struct SharingSheet: CustomStringConvertible {
    private let information: SharingInformation?
    private let isConnected: Bool
    private let problem: String?
    private let status: LibrarySharing.Status

    /// - Parameter obstacle: The reason why the server can't be used, if the exchange has found one.
    init(_ information: SharingInformation?, _ sharing: LibrarySharing, obstacle: SharingUnavailable? = nil) {
        self.information = information
        isConnected = [.connected, .receiving].contains(sharing.state)
        problem = sharing.problem ?? obstacle?.description ?? sharing.warning
        status = sharing.status
    }

    /// Scripts rely on the keys.
    private struct Printed: Encodable {
        let shared: Bool
        let server: String?
        let collection: String?
        let machine: String?
        let id: String?
        let others: [String]
        let machines: [Machine]
        let waiting: Int
        let waitingSince: Int64?
        let connected: Bool
        let problem: String?
        let received: Int
        let foreign: Int
        let held: [Held]

        struct Machine: Encodable {
            let name: String
            let id: String
        }

        struct Held: Encodable {
            let name: String?
            let reason: String
            let since: Int64

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name, forKey: .name)
                try container.encode(reason, forKey: .reason)
                try container.encode(since, forKey: .since)
            }

            private enum CodingKeys: String, CodingKey {
                case name, reason, since
            }
        }

        private enum CodingKeys: String, CodingKey {
            case shared, server, collection, machine, id, others, machines, waiting, waitingSince, connected, problem, received, foreign
            case held
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(shared, forKey: .shared)
            try container.encode(server, forKey: .server)
            try container.encode(collection, forKey: .collection)
            try container.encode(machine, forKey: .machine)
            try container.encode(id, forKey: .id)
            try container.encode(others, forKey: .others)
            try container.encode(machines, forKey: .machines)
            try container.encode(waiting, forKey: .waiting)
            try container.encode(waitingSince, forKey: .waitingSince)
            try container.encode(connected, forKey: .connected)
            try container.encode(problem, forKey: .problem)
            try container.encode(received, forKey: .received)
            try container.encode(foreign, forKey: .foreign)
            try container.encode(held, forKey: .held)
        }
    }

    /// The status as scripts read it.
    var printed: some Encodable {
        let shared = information.flatMap { $0.isOn ? $0 : nil }
        return Printed(
            shared: shared != nil, server: shared?.settings.server, collection: shared?.settings.collection,
            machine: shared?.settings.machineName, id: shared?.machine.rawValue, others: shared?.otherMachines.map(\.name) ?? [],
            machines: shared?.otherMachines.map { Printed.Machine(name: $0.name, id: $0.id.rawValue) } ?? [],
            waiting: shared?.waitingCount ?? 0, waitingSince: shared?.waitingSince, connected: isConnected, problem: problem,
            received: status.receivedCount,
            foreign: status.foreignCount,
            held: status.held.map { Printed.Held(name: $0.name, reason: $0.reason, since: $0.since) })
    }

    var description: String {
        guard let information, information.isOn else { return localized("The collection is not shared.") }
        let settings = information.settings
        var lines = [localized("Shared as “{machine}” by way of {server}.", ["machine": settings.machineName, "server": settings.server])]
        if let machines = SharingStatusText.machines(information.otherNames) { lines.append(machines) }
        lines += problem?.split(separator: "\n").map(String.init) ?? []
        if let received = SharingStatusText.received(status.receivedCount) { lines.append(received) }
        if let waiting = SharingStatusText.waiting(information.waitingCount) {
            lines += [waiting, SharingStatusText.since(information.waitingSince)].compactMap(\.self)
        } else if isConnected, problem == nil {
            lines.append(localized("Everything is exchanged."))
        }
        return lines.map(TerminalText.printable).joined(separator: "\n")
    }
}

/// An exchange of a command, until there is nothing left, or nothing happens any more.
struct SharingExchangeCommand {
    private let library: LibraryAPI
    /// The longest time in which nothing may happen, and how many of them a connection may take, by way of a satellite too. One that fails
    /// says so sooner.
    static let patience = Duration.seconds(2)
    private static let connecting = 4

    init(_ library: LibraryAPI) {
        self.library = library
    }

    /// Exchanges everything.
    ///
    /// - Parameter isBrief: Whether the exchange ends within ``patience``, finished or not.
    /// - Throws: ``SharingUnavailable`` if the server can't be used; `CancellationError`.
    func finish(isBrief: Bool = false) async throws {
        let sharing = library.sharing
        await sharing.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sharing.finish() }
            group.addTask {
                for await problem in sharing.values(of: \.problem) { if let problem { throw SharingUnavailable(description: problem) } }
                try Task.checkCancellation()
            }
            group.addTask {
                var pauses = 0
                repeat {
                    let (status, messageCount) = (sharing.status, sharing.messageCount)
                    try await Task.sleep(for: Self.patience)
                    pauses = status == sharing.status && messageCount == sharing.messageCount ? pauses + 1 : 0
                    guard isBrief, pauses == 0 else { continue }
                    // Without a connection, the status has changed only because the exchange has begun.
                    if sharing.state == .disconnected { break }
                    return
                } while pauses < (sharing.state == .disconnected && !isBrief ? Self.connecting : 1)
                throw SharingUnavailable(
                    description: sharing.warning ?? localized("The server does not answer. Check its address, and that it is running."))
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

    /// Overwrites what may be a password in this process's arguments, which the list of processes shows.
    static func conceal(_ address: String) {
        guard let at = address.utf8.lastIndex(of: UInt8(ascii: "@")) else { return }
        let start = address.firstRange(of: "://")?.upperBound ?? address.startIndex
        guard start < at else { return }
        let (first, last) = (
            address.utf8.distance(from: address.startIndex, to: start), address.utf8.distance(from: address.startIndex, to: at)
        )
        for number in 1..<max(Int(CommandLine.argc), 1) {
            // SAFETY: the arguments are the process's own, and only this thread, which parses them, uses them.
            guard let argument = CommandLine.unsafeArgv[number], String(cString: argument) == address else { continue }
            for offset in first..<last { argument[offset] = CChar(UInt8(ascii: "x")) }
        }
    }
}
