import Synchronization

/// The source of observers' numbers. There is one for the whole process, so an observer that listens in several places has one rank. Later
/// registrations have larger numbers, and no number is used twice.
enum ListenerID {
    private static let last = Atomic<UInt64>(0)

    static func next() -> UInt64 {
        last.wrappingAdd(1, ordering: .relaxed).newValue
    }
}
