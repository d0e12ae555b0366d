internal import Localization

/// Why a change could not be undone, or done again.
public enum HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program has changed or undone something in the meantime, so this would not have been what the person saw.
    case changedElsewhere
    /// The album is not in the library any more, because its files are gone. The change has been forgotten.
    case albumGone(title: String)

    /// One or two sentences for the person: what happened and what to do.
    public var description: String {
        switch self {
        case .changedElsewhere:
            localized("Another program changed the library, so nothing was undone or redone. Check the library, then try again.")
        case .albumGone(let title):
            localized(
                "“{title}” is no longer in the library, so its change cannot be undone or redone. To bring the album back, import its files again.",
                ["title": title]
            )
        }
    }
}
