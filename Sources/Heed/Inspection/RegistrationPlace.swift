/// Where in the program's source an observer was registered.
///
/// It is two words large, because every observer carries one.
public struct RegistrationPlace: Sendable, Hashable, CustomStringConvertible {
    // SAFETY: points into a string literal of the program, which is never freed and never written to.
    private nonisolated(unsafe) let file: UnsafePointer<UInt8>
    private let length: UInt32
    /// The line in the file, from 1 on.
    public let line: UInt32

    /// The place that `#fileID` and `#line` give.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        let fileID = fileID.hasPointerRepresentation ? fileID : "?"
        file = fileID.utf8Start
        length = UInt32(clamping: fileID.utf8CodeUnitCount)
        self.line = UInt32(clamping: line)
    }

    /// The module and the file, as in `Player/QueueView.swift`.
    public var fileID: String {
        // SAFETY: a static string has this many code units at this address.
        String(decoding: UnsafeBufferPointer(start: file, count: Int(length)), as: UTF8.self)
    }

    /// The file and the line, as in `Player/QueueView.swift:42`.
    public var description: String { "\(fileID):\(line)" }

    /// Two places are equal if they name the same line, wherever the compiler has put the file's name.
    public static func == (left: RegistrationPlace, right: RegistrationPlace) -> Bool {
        left.line == right.line && left.fileID == right.fileID
    }

    /// Feeds what makes places equal.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(line)
        hasher.combine(fileID)
    }
}
