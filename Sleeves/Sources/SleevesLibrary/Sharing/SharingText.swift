internal import HeedNATS
internal import Localization
internal import SleevesModel
internal import SleevesSharing
internal import SleevesStore

/// What a person reads about sharing.
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
        case .messageTooLarge:
            localized("An album is larger than the server accepts. Raise max_payload in its configuration.")
        case .denied, .invalidOptions, .invalidSubject, .tooMuchPending, .closed, .other:
            localized("Sharing does not work: {reason}", ["reason": error.description])
        }
    }

    static func problem(_ error: KeyValueError) -> String {
        switch error {
        case .problem(let error): problem(error)
        default: localized("Sharing does not work: {reason}", ["reason": "\(error)"])
        }
    }

    static func tooLarge(_ title: String) -> String {
        localized("“{title}” is larger than the server accepts. Raise max_payload in its configuration.", ["title": title])
    }

    /// What is wrong with values of other machines; `nil` if nothing is.
    static func warning(_ merge: SharingMerge, _ persistency: PersistencyManager) throws -> String? {
        if let (machine, lead) = merge.ahead.max(by: { $0.value < $1.value }) {
            let name = try persistency.name(of: machine) ?? machine.rawValue
            return localized(
                one: "The clock of “{machine}” is {count} minute ahead of this computer’s. Its changes are left out. Set both clocks.",
                other: "The clock of “{machine}” is {count} minutes ahead of this computer’s. Its changes are left out. Set both clocks.",
                count: Int(clamping: lead / 60_000), ["machine": name])
        }
        if merge.newer > 0 {
            return localized("A newer version of Sleeves shares this collection. Update Sleeves on this computer to see all changes.")
        }
        if merge.damaged > 0 {
            return localized(
                one: "{count} value on the server is damaged and was left out.",
                other: "{count} values on the server are damaged and were left out.", count: merge.damaged)
        }
        return nil
    }
}
