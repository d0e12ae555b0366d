/// The part of an audio file that one track is, as a CUE sheet divides the file.
public struct FileSegment: Sendable, Hashable, Codable {
    /// The number of frames a second, the unit of CDs and of CUE sheets.
    public static let rate = 75

    /// The beginning, in frames from that of the file.
    public var start: Int
    /// The end, in frames; `nil` for the end of the file.
    public var end: Int?
    /// The ReplayGain of the album by the sheet, in hundredths of a decibel, for a file whose tags have none.
    public var gain: Int?

    /// Creates a part of a file.
    public init(start: Int, end: Int? = nil, gain: Int? = nil) {
        (self.start, self.end, self.gain) = (start, end, gain)
    }

    /// Returns whether another part of the same file begins where this one ends.
    public func isFollowed(by other: FileSegment) -> Bool { end == other.start }
}
