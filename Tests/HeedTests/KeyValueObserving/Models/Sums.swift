import Heed

/// Three numbers, and values computed from them along several paths that meet again.
@KeyValueObservable
final class Sums {
    var a = 0
    var b = 0
    /// Changes another source within its own change.
    var c = 0 {
        didSet { b = c }
    }

    var sum: Int { a + b }
    var total: Int { sum + c }
    var twice: Int { a * 2 }
    var thrice: Int { a * 3 }
    /// Depends on `a` along two paths.
    var diamond: Int { twice + thrice }
}
