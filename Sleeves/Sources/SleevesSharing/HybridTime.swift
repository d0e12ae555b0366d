internal import SleevesModel

/// The time and machine at which a value was set, by a hybrid logical clock.
///
/// Times are ordered by their ticks, and equal ticks by the machine, so any two machines order them alike.
///
/// Source: Kulkarni, Demirbas, Madappa, Avva and Leone, “Logical Physical Clocks” (2014).
public struct HybridTime: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970 in the upper 48 bits, and a counter in the lower 16.
    public let ticks: Int64
    /// The machine.
    public let machine: MachineID

    package init(ticks: Int64, machine: MachineID) {
        self.ticks = ticks
        self.machine = machine
    }

    /// The milliseconds since 1970.
    package var milliseconds: Int64 { HybridClock.milliseconds(of: ticks) }

    /// Compares the ticks, then the machines.
    public static func < (left: HybridTime, right: HybridTime) -> Bool {
        (left.ticks, left.machine.rawValue) < (right.ticks, right.machine.rawValue)
    }
}

/// A hybrid logical clock: it follows the computer's clock, but each of its times is later than all that it has seen.
///
/// ## Behavior
/// - A change that is made with another before one's eyes is later, whatever the clocks of the computers say.
/// - A clock that was set back goes on from the last time, a tick at a time. So does one that has seen a time that is far ahead.
package struct HybridClock: Sendable {
    static let counterBits = 16
    /// Later times, beyond the year 9000, can't be meant, and would leave no room for those after them.
    static let limit = Int64.max >> 1

    /// Returns the milliseconds since 1970 of ticks.
    package static func milliseconds(of ticks: Int64) -> Int64 { ticks >> counterBits }

    /// The ticks of the last time.
    package private(set) var last: Int64

    package init(last: Int64 = 0) {
        self.last = last
    }

    /// Returns the next time, in ticks.
    ///
    /// - Parameter now: The computer's clock, in milliseconds since 1970.
    package mutating func tick(at now: Int64) -> Int64 {
        last = max(min(max(now, 0), Self.limit >> Self.counterBits) << Self.counterBits, last + 1)
        return last
    }

    /// Takes notice of another machine's time, so that the next one is later.
    package mutating func observe(_ ticks: Int64) {
        last = max(last, ticks)
    }
}

extension HybridTime {
    /// The difference of a clock from another from which on it is worth mentioning, in milliseconds.
    package static let notableDifference: Int64 = 5 * 60 * 1_000

    /// The time by which the clock of the machine that set a value was ahead of a server's, in milliseconds; `nil` if the value doesn't
    /// tell.
    ///
    /// - Parameter stored: When the server has stored the value, in nanoseconds since 1970.
    package func lead(over stored: Int64) -> Int64? {
        // A time with a count only follows one that was seen, and an earlier value may have waited.
        guard ticks & (1 << HybridClock.counterBits - 1) == 0, stored > 0 else { return nil }
        let lead = milliseconds - stored / 1_000_000
        return lead > -Self.notableDifference ? lead : nil
    }
}

/// The identifier of a machine that shares a library: sixteen hexadecimal digits, chosen at random.
public struct MachineID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
    private static let byteCount = 8

    /// The sixteen digits.
    public let rawValue: String

    /// Creates an identifier from its text; `nil` if it isn't one.
    public init?(rawValue: String) {
        guard SHA256.isHexadecimal(rawValue, byteCount: Self.byteCount) else { return nil }
        self.rawValue = rawValue
    }

    /// The machine of values that give way to those of any machine.
    package static let nobody = MachineID(rawValue: String(repeating: "0", count: 2 * byteCount))!

    /// Returns a new identifier.
    package static func random() -> MachineID {
        // So many bytes are always valid.
        MachineID(rawValue: SHA256.hexadecimal((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) }))!
    }

    /// The sixteen digits.
    public var description: String { rawValue }
}
