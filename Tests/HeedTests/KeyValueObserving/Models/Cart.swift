import Heed

/// A class with computed properties whose sources can't be found by reading, and properties that notify only manually.
@KeyValueObservable
class Cart {
    var prices: [Int] = [] {
        didSet { cache = nil }
    }
    var discount = 0
    @ManuallyNotified var position = 0
    @ManuallyNotified var history: [Int] = []
    var owner: Artist?

    @NotObserved private var cache: Int?
    @NotObserved var weight = 0

    /// Doesn't read the prices when it knows their sum.
    private var sum: Int {
        if let cache { return cache }
        let sum = Cart.sum(of: self)
        cache = sum
        return sum
    }

    private static func sum(of cart: Cart) -> Int { cart.prices.reduce(0, +) }

    /// Its source is declared by the class.
    var total: Int { sum - discount }
    /// Declared to depend on `total`.
    var label: String { "\(cachedLabel)" }
    @NotObserved var cachedLabel = ""

    /// Its source is declared in its getter.
    var gross: Int {
        dependsOn(\.prices, \.owner?.name)
        return sum
    }
    /// Reads a property that declares its source.
    var doubleGross: Int { gross * 2 }

    /// Depends on nothing observable.
    var grams: Int { weight * 1_000 }

    var progress: Int { position * 10 }

    class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
        switch keyPath {
        case \Cart.total: [\Cart.prices, \Cart.label]
        case \Cart.label: [\Cart.total, \Cart.owner?.city.name]
        default: []
        }
    }

    func move(to new: Int) {
        guard new != position else { return }
        willChangeValue(for: \.position)
        position = new
        didChangeValue(for: \.position)
    }

    func weigh(_ new: Int) {
        willChangeValue(for: \.grams)
        weight = new
        didChangeValue(for: \.grams)
    }
}

/// A subclass with one more declared dependency.
final class ExpressCart: Cart {
    override class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
        super.keyPathsForValuesAffecting(keyPath) + (keyPath == \Cart.grams ? [\Cart.discount] : [])
    }
}

/// A subclass with the macro that declares what another property of its own depends on.
@KeyValueObservable
class GiftCart: Cart {
    var ribbon = 1
    @NotObserved var paper = 0

    var wrapping: Int { paper }

    override class func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
        super.keyPathsForValuesAffecting(keyPath) + (keyPath == \GiftCart.wrapping ? [\GiftCart.ribbon] : [])
    }
}

/// A subclass that declares nothing.
@KeyValueObservable
final class FestiveGiftCart: GiftCart {
    var candles = 0
}
