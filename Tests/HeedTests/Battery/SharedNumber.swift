import Heed

/// A number that several threads change.
@KeyValueObservable
final class SharedNumber: Sendable {
    var value = 0
    var doubled: Int { value * 2 }
    var same: Int { value }
}

/// Something around a shared number.
@KeyValueObservable
final class SharedHolder: Sendable {
    var number: SharedNumber?

    init(_ number: SharedNumber?) {
        self.number = number
    }
}
