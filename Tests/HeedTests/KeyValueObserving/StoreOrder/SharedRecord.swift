import Heed

/// An object that several threads change.
@KeyValueObservable
final class SharedRecord: Sendable {
    var first = 0
    var second = 0
    var list: [Int] = []
    var number: SharedNumber? = SharedNumber()
    var sum: Int { first + second }
    var total: Int { (number?.value ?? 0) + sum }
    var count: Int { list.count }
}
