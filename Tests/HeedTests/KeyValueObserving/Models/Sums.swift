import Heed

/// Three numbers, and values computed from them by several ways that meet again.
@KeyValueObservable
final class Sums {
    var a = 0
    var b = 0
    /// Pulls another source along, within its own change.
    var c = 0 {
        didSet { b = c }
    }

    var sum: Int { a + b }
    var total: Int { sum + c }
    var twice: Int { a * 2 }
    var thrice: Int { a * 3 }
    /// Depends on `a` by two ways.
    var diamond: Int { twice + thrice }
}
