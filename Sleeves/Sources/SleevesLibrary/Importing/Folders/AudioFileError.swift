internal import Localization

/// An audio file whose tags or picture cannot be read.
public struct AudioFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong with the file.
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

    /// What is wrong and what to do: a sentence that goes on where the path ends.
    public var sentence: String {
        switch reason {
        case .unreadable(let error):
            localized("cannot be opened: {error}. Check the file and its permissions.", ["error": "\(error)"])
        case .notAFile:
            localized("is not a plain file. Only plain files can hold music.")
        case .empty:
            localized("is empty: it holds no bytes. Copy it again from where it came from.")
        case .notAudio:
            localized("is not an audio file, whatever its name says. Rename it, or remove it from the folder.")
        case .damaged:
            localized("is damaged or cut off: it begins like an audio file but cannot be read. Copy it again from where it came from.")
        case .noPicture:
            localized("holds no picture of a cover any more. Import its folder again.")
        case .pictureTooLarge(let limit):
            localized("holds a picture larger than {limit} MiB. Put a smaller one in.", ["limit": "\(limit >> 20)"])
        case .tooMuch:
            localized("has tags so large or so tangled that reading them was given up. Write its tags anew.")
        case .outOfMemory:
            localized("needs more memory than there is. Close other programs, then import it again.")
        case .reader(let failure):
            failure.sentence
        }
    }

    /// What went wrong with the reader, where that says nothing about the file.
    var passing: ReaderFailure? {
        if case .reader(let failure) = reason, failure.isPassing { failure } else { nil }
    }

    /// Whether the file itself may be well: the disk did not give it, or there was too little memory.
    var isPassing: Bool {
        switch reason {
        case .unreadable, .outOfMemory: true
        default: passing != nil
        }
    }

    /// The path and what is wrong with it.
    public var description: String { "\(path) \(sentence)" }
}
