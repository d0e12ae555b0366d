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
            localized("Another program has changed the library, so nothing was undone or redone. Look again, then repeat it.")
        case .albumGone(let title):
            localized(
                "“{title}” is not in the library any more, so its change cannot be undone or redone. Import its files again to bring it back.",
                ["title": title]
            )
        }
    }
}
