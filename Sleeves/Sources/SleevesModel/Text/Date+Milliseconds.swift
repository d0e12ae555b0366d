package import struct FoundationEssentials.Date

/// The library's encoding of dates.
extension Date {
    /// The milliseconds since 1970, at most to the end of the year 9999, and as many before: a damaged record may have any number.
    package var milliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -Self.limit), Self.limit))
    }

    private static let limit = 253_402_300_799_000.0

    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
