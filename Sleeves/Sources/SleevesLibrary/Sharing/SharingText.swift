internal import HeedNATS
internal import Localization
internal import SleevesModel
internal import SleevesSharing
internal import SleevesStore

/// Sentences about sharing for the user.
enum SharingText {
    static func problem(_ error: ConnectionError) -> String {
        switch error.kind {
        case .unreachable, .timedOut:
            localized("The server does not answer. Check its address, and that it is running.")
        case .unauthorized:
            localized("The server refuses the user. Check the name and the password.")
        case .insecure:
            localized("The connection to the server cannot be encrypted. Check the certificates.")
        case .notStored:
            localized("The server cannot store anything. Turn on JetStream in its configuration, and check that its disk is not full.")
        case .tooMuchReceived:
            localized("The server sends more than Sleeves can take. Check its address, and that it is a NATS server.")
        case .messageTooLarge:
            localized("An album is larger than 4 MB or than the server accepts. Raise max_payload in its configuration.")
        case .denied:
            localized(
                "The server does not permit this user to share a collection: {reason} Change the user’s permissions.",
                ["reason": error.description])
        case .invalidOptions, .invalidSubject, .tooMuchPending, .closed, .other:
            localized("Sharing does not work: {reason}", ["reason": error.description])
        }
    }

    static var discards: String {
        localized("The server discards values of this collection. Remove the limits max_msgs, max_bytes and max_age of its stream.")
    }

    /// - Parameter lead: How far this computer's clock is ahead of the server's, in milliseconds.
    static func clock(_ lead: Int64) -> String {
        let minutes = Int(clamping: (lead.magnitude + 30_000) / 60_000)
        return lead > 0
            ? localized(
                one: "The clock of this computer is {count} minute ahead of the server’s. Set it.",
                other: "The clock of this computer is {count} minutes ahead of the server’s. Set it.", count: minutes)
            : localized(
                one: "The clock of this computer is {count} minute behind the server’s. Set it.",
                other: "The clock of this computer is {count} minutes behind the server’s. Set it.", count: minutes)
    }

    /// - Parameter lead: How far a machine's clock is ahead of the server's, in milliseconds.
    static func clock(of machine: MachineID, _ lead: Int64, _ persistency: PersistencyManager) -> String {
        let name = ((try? persistency.name(of: machine)) ?? nil) ?? machine.rawValue
        return localized(
            one: "The clock of “{machine}” is {count} minute ahead of the server’s. Set it.",
            other: "The clock of “{machine}” is {count} minutes ahead of the server’s. Set it.",
            count: Int(clamping: (lead + 30_000) / 60_000),
            ["machine": name])
    }

    /// The name of what is held.
    static func name(of item: ExchangeQueue.Item, _ persistency: PersistencyManager) -> String? {
        switch item {
        case .album(let id): (try? persistency.album(id))??.title
        case .machine(let id): (try? persistency.name(of: id)) ?? nil
        case .cover: nil
        }
    }

    /// The reason why one thing is held.
    static func reason(_ reason: HoldReason, _ item: ExchangeQueue.Item, _ persistency: PersistencyManager) -> String {
        warnings([item: reason], persistency).first ?? ""
    }

    /// The reasons why things are held, a sentence for each.
    static func warnings(_ held: [ExchangeQueue.Item: HoldReason], _ persistency: PersistencyManager) -> [String] {
        var (hasNewer, damaged, incomplete, tooLarge) = (false, 0, 0, [String]())
        var others: Set<String> = []
        for (item, reason) in held {
            switch reason {
            case .newerVersion: hasNewer = true
            case .damaged: damaged += 1
            case .incomplete: incomplete += 1
            case .tooLarge: tooLarge.append(name(of: item, persistency) ?? "")
            case .library(let reason), .refused(let reason): others.insert(reason)
            case .server: others.insert(localized("The server does not answer. Check its address, and that it is running."))
            }
        }
        var sentences: [String] = []
        if hasNewer {
            sentences.append(
                localized("A newer version of Sleeves shares this collection. Update Sleeves on this computer to see all changes."))
        }
        if damaged > 0 {
            sentences.append(
                localized(
                    one: "{count} value on the server is damaged and was left out.",
                    other: "{count} values on the server are damaged and were left out.", count: damaged))
        }
        if incomplete > 0 {
            sentences.append(
                localized(
                    one: "{count} chosen cover is not complete on the server. It comes when a machine that has it connects.",
                    other: "{count} chosen covers are not complete on the server. They come when a machine that has them connects.",
                    count: incomplete))
        }
        sentences += tooLarge.sorted().prefix(3).map { title in
            localized("“{title}” is larger than 4 MB or than the server accepts. Raise max_payload in its configuration.", ["title": title])
        }
        return sentences + others.sorted()
    }
}
