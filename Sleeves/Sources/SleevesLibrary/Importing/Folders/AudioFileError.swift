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
    }

    /// The file.
    public let path: String
    package let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// What is wrong and what to do, without the path.
    public var explanation: String {
        switch reason {
        case .unreadable(let error): "cannot be opened: \(error). Check the file and its permissions"
        case .notAFile: "is not a plain file. Only plain files can hold music"
        case .empty: "is empty: it holds no bytes. Copy it again from where it came from"
        case .notAudio: "is not an audio file, whatever its name says. Rename it, or remove it from the folder"
        case .damaged: "is damaged or cut off: it begins like an audio file but cannot be read. Copy it again from where it came from"
        case .noPicture: "holds no picture of a cover"
        case .pictureTooLarge(let limit): "holds a picture larger than \(limit >> 20) MiB. Put a smaller one in"
        case .tooMuch: "has tags so large or so tangled that reading them was given up. Write its tags anew"
        case .outOfMemory: "needs more memory than there is"
        }
    }

    /// The path and the explanation, as one sentence.
    public var description: String { "\(path) \(explanation)." }
}
