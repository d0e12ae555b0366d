internal import Localization

/// The failure of a reader process.
public enum ReaderFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The process ended while it read the file: a bug in a decoder, or too little memory.
    case ended(signal: Int32)
    /// The process exceeded its time limit.
    case tooLong
    /// The answer was invalid.
    case nonsense
    /// The process couldn't be started.
    case notStarted(reason: String)
    /// The waiting task was cancelled.
    case interrupted

    /// Whether the failure says nothing about the file.
    package var isPassing: Bool {
        switch self {
        case .notStarted, .interrupted: true
        case .ended, .tooLong, .nonsense: false
        }
    }

    /// The error to throw if the work as a whole can't continue.
    package var thrown: any Error {
        self == .interrupted ? CancellationError() : self
    }

    /// The problem with a file, and a remedy.
    var sentence: String {
        switch self {
        case .ended:
            localized("The file crashed the process that reads it and was skipped. It may be malicious. Copy it again from its source.")
        case .tooLong:
            localized("The file takes too long to read and was skipped. Copy it again from its source.")
        case .nonsense:
            localized(
                "The file made the process that reads it return invalid data and was skipped. It may be malicious. Copy it again from its source."
            )
        case .notStarted(let reason):
            localized(
                "The file was not read, because the process that reads files did not start. {reason} Close other programs, then try again.",
                ["reason": reason])
        case .interrupted:
            localized("The file was not read, because reading was stopped.")
        }
    }

    /// The problem with a picture, and a remedy.
    public var description: String {
        switch self {
        case .ended:
            localized("The picture crashed the process that reads it. It may be malicious. Choose another picture.")
        case .tooLong:
            localized("The picture takes too long to read. Choose another picture.")
        case .nonsense:
            localized("The picture made the process that reads it return invalid data. It may be malicious. Choose another picture.")
        case .notStarted(let reason):
            localized("The process that reads files did not start. {reason} Close other programs, then try again.", ["reason": reason])
        case .interrupted:
            localized("Reading was stopped.")
        }
    }
}
