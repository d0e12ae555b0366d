internal import CConfinement
internal import Localization

/// The parts of the kernel that confine the reader processes.
public struct ReaderConfinement: OptionSet, Sendable, CustomStringConvertible {
    /// The flags that a reader reports.
    public let rawValue: Int

    /// Creates a set from the flags that a reader reports. Unknown flags say nothing.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Landlock, in Linux 5.13 and later: no file can be opened.
    public static let landlock = ReaderConfinement(rawValue: Int(CONFINED_LANDLOCK))
    /// Seccomp, on processors whose system calls are known: all calls fail that a reader doesn't need.
    public static let seccomp = ReaderConfinement(rawValue: Int(CONFINED_SECCOMP))

    /// A sentence for the user.
    public var description: String {
        if contains(.seccomp) {
            localized(
                "Tags and pictures are read by processes that can open no other file, start no program and use no network ({means}).",
                ["means": contains(.landlock) ? "Landlock, seccomp" : "seccomp"])
        } else if contains(.landlock) {
            localized(
                "Tags and pictures are read by processes that can open no other file ({means}). This system can’t keep them from starting programs.",
                ["means": "Landlock"])
        } else {
            localized("Tags and pictures are read by processes of their own, which this system can’t confine.")
        }
    }
}
