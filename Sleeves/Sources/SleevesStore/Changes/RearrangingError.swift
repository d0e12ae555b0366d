internal import Localization

/// The reasons why albums can't be joined or split.
public enum RearrangingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The album's files aren't on this machine, or it has none and shows no other record.
    case noFiles(title: String)
    /// There is only one album.
    case onlyOne
    /// The album's files are in one folder, in one format, on one disc.
    case noParts(title: String)

    /// One or two sentences for the user: the problem and its remedy.
    public var description: String {
        switch self {
        case .noFiles(let title):
            localized(
                "“{title}” has no files here, so it can neither be split nor be joined with other files.", ["title": title])
        case .onlyOne: localized("There is only one album. To join albums, select at least two.")
        case .noParts(let title):
            localized("“{title}” cannot be split: its files are in one folder, in one format and on one disc.", ["title": title])
        }
    }
}
