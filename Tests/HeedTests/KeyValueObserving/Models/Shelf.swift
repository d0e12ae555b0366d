import Heed

/// Collections of each kind that Heed distinguishes.
@KeyValueObservable
final class Shelf {
    var titles: [String] = []
    var slice: ArraySlice<Int> = [0, 1, 2, 3][1...]
    var nodes: [Witness] = []
    /// Elements that can't be compared.
    var closures: [() -> Void] = []
    var tags: Set<String> = []
    var ratings: [String: Int] = [:]
    var counted: [CountedElement] = []
    var optional: [Int]?
    var text = ""
    var checked: [Int] = [] {
        didSet { checks += 1 }
    }
    @NotObserved var checks = 0
    @ManuallyNotified var silent: [Int] = []

    var titleCount: Int { titles.count }
    var reversed: [String] {
        get { titles.reversed() }
        set { titles = newValue.reversed() }
    }
}

/// Collections of an object that several threads share.
@KeyValueObservable
final class SharedShelf: Sendable {
    var numbers: [Int] = []
    var count: Int { numbers.count }
    @ManuallyNotified var silent: Int = 0
}

/// A value that counts its comparisons.
struct CountedElement: Equatable, Sendable {
    static let comparisons = Box(0)
    let number: Int

    static func == (left: CountedElement, right: CountedElement) -> Bool {
        comparisons.increment()
        return left.number == right.number
    }
}
