package import SleevesModel
internal import Localization

/// An error from reading an audio file's tags or picture.
public struct AudioFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem with the file.
    package enum Reason: Sendable, Hashable {
        case unreadable(SystemError)
        case notAFile
        case empty
        case notAudio
        case damaged
        case noPicture
        case pictureTooLarge(limit: Int)
        case tooMuch
        case outOfMemory
        case reader(ReaderFailure)
    }

    /// The file.
    public let path: String
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// A description of the problem and a remedy, in whole sentences that don't name the path.
    public var sentence: String {
        switch reason {
        case .unreadable(let error):
            localized("The file cannot be opened. {error} Check the file and its permissions.", ["error": "\(error)"])
        case .notAFile:
            localized("This is not a regular file. Only regular files can contain music.")
        case .empty:
            localized("The file is empty. Copy it again from its source.")
        case .notAudio:
            localized(
                "Sleeves does not know the format of this file, so it was left out. If other players play it, convert it to a common format."
            )
        case .damaged:
            localized("The file is damaged or incomplete. It begins like an audio file but cannot be read. Copy it again from its source.")
        case .noPicture:
            localized("The file no longer contains a cover picture. Import its folder again.")
        case .pictureTooLarge(let limit):
            localized("The file contains a picture larger than {limit} MiB. Embed a smaller one.", ["limit": "\(limit >> 20)"])
        case .tooMuch:
            localized("The tags are too large or too complex to read. Write them again.")
        case .outOfMemory:
            localized("Reading the file needs more memory than is available. Close other programs, then import the file again.")
        case .reader(let failure):
            failure.sentence
        }
    }

    /// The reader's failure, if it says nothing about the file.
    var passing: ReaderFailure? {
        if case .reader(let failure) = reason, failure.isPassing { failure } else { nil }
    }

    /// Whether the file itself may be intact: the disk failed, or there was too little memory.
    package var isPassing: Bool {
        switch reason {
        case .unreadable, .outOfMemory: true
        default: passing != nil
        }
    }

    /// The path and what is wrong with it.
    public var description: String { "\(path): \(sentence)" }
}
