internal import Localization

/// Why a reader process gave no answer.
public enum ReaderFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// It ended while it read the file: a decoder's mistake, or too little memory.
    case ended(signal: Int32)
    /// It took longer than it may.
    case tooLong
    /// Its answer broke the rules.
    case nonsense
    /// It could not be started.
    case notStarted(reason: String)
    /// The task that waited for it was cancelled.
    case interrupted

    /// Whether this says nothing about the file.
    var isPassing: Bool {
        switch self {
        case .notStarted, .interrupted: true
        case .ended, .tooLong, .nonsense: false
        }
    }

    /// What to throw where the work as a whole cannot go on.
    var thrown: any Error {
        self == .interrupted ? CancellationError() : self
    }

    /// What happened, as a sentence that goes on where the path of a file ends.
    var sentence: String {
        switch self {
        case .ended:
            localized("ends the process that reads it, and was skipped. It may be made to do harm; copy it again from where it came from.")
        case .tooLong:
            localized("takes too long to read, and was skipped. Copy it again from where it came from.")
        case .nonsense:
            localized(
                "misleads the process that reads it, and was skipped. It may be made to do harm; copy it again from where it came from.")
        case .notStarted(let reason):
            localized(
                "was not read: the process for that did not start ({reason}). Close other programs, then try again.", ["reason": reason])
        case .interrupted:
            localized("was not read, because reading was stopped.")
        }
    }

    /// What happened to a picture, and what to do.
    public var description: String {
        switch self {
        case .ended:
            localized("The picture ends the process that reads it. It may be made to do harm; use another one.")
        case .tooLong:
            localized("The picture takes too long to read. Use another one.")
        case .nonsense:
            localized("The picture misleads the process that reads it. It may be made to do harm; use another one.")
        case .notStarted(let reason):
            localized("The process that reads files did not start ({reason}). Close other programs, then try again.", ["reason": reason])
        case .interrupted:
            localized("Reading was stopped.")
        }
    }
}
