import GTKAdapters
import Localization
import SleevesLibrary

/// Sentences about the sharing of the collection for the user.
public enum SharingStatusText {
    /// Returns the whole status; empty if the collection isn't shared.
    static func text(_ sharing: LibrarySharing.Status, _ information: SharingInformation?) -> String {
        var sentences: [String] = []
        switch sharing.state {
        case .off: return ""
        case .disconnected: sentences.append(sharing.problem ?? localized("Connecting…"))
        case .receiving: sentences.append(localized("Receiving changes…"))
        case .connected: sentences.append(localized("Connected."))
        }
        if let warning = sharing.warning { sentences.append(warning) }
        sentences += [waiting(sharing.waitingCount), since(information?.waitingSince), received(sharing.receivedCount)].compactMap(\.self)
        if let machines = machines(information?.otherNames ?? []) { sentences.append(machines) }
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

    /// Returns when the oldest change that waits was made; `nil` if none waits.
    public static func since(_ seconds: Int64?) -> String? {
        guard let seconds else { return nil }
        let format = localized("%-d %B %Y, %H:%M", context: "a day and a time, as strftime writes them")
        return localized("The oldest of these changes is from {time}.", ["time": DateText.day(Double(seconds), format: format)])
    }

    /// Returns how much was received; `nil` if nothing was.
    public static func received(_ count: Int) -> String? {
        guard count > 0 else { return nil }
        return localized(one: "{count} change was received.", other: "{count} changes were received.", count: count)
    }
}
