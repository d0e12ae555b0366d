package import struct FoundationEssentials.Date

/// The library's encoding of dates.
extension Date {
    /// The milliseconds since 1970.
    package var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    package init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}
