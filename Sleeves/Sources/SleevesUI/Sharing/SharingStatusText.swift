import Localization
import SleevesLibrary

/// What a person reads about the sharing of the collection.
enum SharingStatusText {
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
        if !others.isEmpty {
            let names = others.joined(separator: localized(", ", context: "between counts"))
            sentences.append(localized("Other machines: {names}", ["names": names]))
        }
        return sentences.joined(separator: "\n")
    }

    /// Returns how many albums wait for the server; `nil` if none does.
    static func waiting(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        return localized(
            one: "{count} changed album waits for the server.", other: "{count} changed albums wait for the server.", count: count)
    }
}
