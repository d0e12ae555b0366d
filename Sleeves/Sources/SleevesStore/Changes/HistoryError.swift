internal import Localization

/// The reasons why a change can't be undone or redone.
public enum HistoryError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Another program has changed or undone something since, so the step would differ from what the user saw.
    case changedElsewhere
    /// The album isn't in the library any more, because its files are gone. The change has been discarded.
    case albumGone(title: String)
    /// The album is back, but its files haven't been read since then.
    case filesUnread(title: String)
    /// The change is an import that is still running.
    case importRunning

    /// One or two sentences for the user: the problem and its remedy.
    public var description: String {
        switch self {
        case .changedElsewhere:
            localized("Another program changed the library, so nothing was undone or redone. Check the library, then try again.")
        case .albumGone(let title):
            localized(
                "“{title}” is no longer in the library, so its change cannot be undone or redone. To bring the album back, import its files again.",
                ["title": title]
            )
        case .filesUnread(let title):
            localized(
                "The files of “{title}” have not been read since it came back. Import its folder, then try again.", ["title": title])
        case .importRunning:
            localized("The import is still in progress. To undo it, wait for it to finish, or cancel it.")
        }
    }
}
