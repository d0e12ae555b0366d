import Heed

/// A main-actor class.
@MainActor @KeyValueObservable
final class Counter {
    var count = 0
    var isEven: Bool { count.isMultiple(of: 2) }
    var details = Details()

    /// A class within a class.
    @KeyValueObservable
    final class Details {
        var note = ""
    }
}
