import Localization
import SleevesLibrary

/// What a person reads about the sharing of the collection.
public enum SharingStatusText {
    /// Returns the whole status; empty if the collection isn't shared.
    static func text(_ sharing: LibrarySharing.Status, others: [String]) -> String {
        var sentences: [String] = []
        switch sharing.state {
        case .off: return ""
        case .disconnected: sentences.append(sharing.problem ?? localized("Connecting…"))
        case .receiving: sentences.append(localized("Receiving changes…"))
        case .connected: sentences.append(localized("Connected."))
        }
        if let warning = sharing.warning { sentences.append(warning) }
        if let waiting = waiting(sharing.waitingCount) { sentences.append(waiting) }
        if let machines = machines(others) { sentences.append(machines) }
        return sentences.joined(separator: "\n")
    }

    /// Returns the names of the other machines; `nil` if there are none.
    public static func machines(_ names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        return localized("Other machines: {names}", ["names": names.joined(separator: localized(", ", context: "between counts"))])
    }

    /// Returns how many albums wait for the server; `nil` if none does.
    public static func waiting(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        return localized(
            one: "{count} changed album waits for the server.", other: "{count} changed albums wait for the server.", count: count)
    }
}
