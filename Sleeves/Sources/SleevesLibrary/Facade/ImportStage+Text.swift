internal import Localization

extension ImportStage {
    /// The name of the stage for a ``ProgressEstimate``, and how far it is.
    public var extent: (name: String, done: Int, count: Int) {
        switch self {
        case .lists(let done, let count): ("lists", done, count)
        case .adding(let done, let count, _): ("adding", done, count)
        case .reading(let progress): ("reading", progress.filesDone, progress.filesFound)
        case .covers(let done, let count): ("covers", done, count)
        }
    }

    /// Returns the stage as a sentence.
    ///
    /// - Parameter values: What is done, of which count, and the remaining time if it is known, as texts by the names in the sentences.
    public func text(_ values: [String: String]) -> String {
        let isTimed = values["time"] != nil
        return switch self {
        case .lists(_, let count): localized(one: "Reading {count} list…", other: "Reading {count} lists…", count: count)
        case .adding:
            isTimed
                ? localized("{done} of {count} albums added, {time} left", values)
                : localized("{done} of {count} albums added", values)
        case .reading:
            isTimed
                ? localized("{done} of {count} files read, {time} left", values)
                : localized("{done} of {count} files read", values)
        case .covers:
            isTimed
                ? localized("{done} of {count} covers taken, {time} left", values)
                : localized("{done} of {count} covers taken", values)
        }
    }
}
