import Synchronization

/// The source of observers' numbers: one for the whole process, so that an observer that listens in several places has one rank. Later
/// registrations have larger numbers, and none is used twice.
enum ListenerID {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
