import Heed

/// Code of the program that Heed can cause to run, and that uses what Heed is working on.
///
/// It belongs to a process of its own, because all values of a test share it.
enum ProgramCode {
    private static let action = Box<(@Sendable () -> Void)?>(nil)
    private static let isRunning = Box(false)
    /// The number of times that it has run.
    static let calls = Box(0)
    /// The number of deallocated items.
    static let releasedCount = Box(0)

    /// Sets what the code does.
    static func set(_ newAction: @escaping @Sendable () -> Void) {
        action.exchange(newAction)
    }

    /// Makes a rack, which all code of the program reads, changes and observes from now on.
    static func makeRack() -> Rack {
        let rack = Rack()
        set { [weak rack] in
            guard let rack else { return }
            use(rack)
        }
        return rack
    }

    private static func use(_ rack: Rack) {
        setAgain(\.items, of: rack)
        setAgain(\.cells, of: rack)
        setAgain(\.members, of: rack)
        setAgain(\.pile, of: rack)
        rack.number += 1
        rack.mutableValue(for: \.names).append("a")
        rack.mutableValue(for: \.members).insert(Item(-1))
        rack.mutableValue(for: \.members).remove(Item(-1))
        rack.observe(\.items) { _ in }.invalidate()
        rack.observe(\.members) { _ in }.invalidate()
        rack.observe(\.[Item(-1)]) { _ in }.invalidate()
        rack.willChangeValue(for: \.[Item(-1)])
        rack.didChangeValue(for: \.[Item(-1)])
    }

    private static func setAgain<Value>(_ path: ReferenceWritableKeyPath<Rack, Value>, of rack: Rack) {
        rack[keyPath: path] = rack[keyPath: path]
    }

    /// Runs the code, unless it is running.
    static func run() {
        guard let action = action.value, !isRunning.exchange(true) else { return }
        calls.increment()
        action()
        isRunning.exchange(false)
    }
}

/// A value all of whose functions use the object that has it.
final class Item: Hashable, Sendable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    deinit {
        ProgramCode.releasedCount.increment()
        ProgramCode.run()
    }

    static func == (left: Item, right: Item) -> Bool {
        ProgramCode.run()
        return left.number == right.number
    }

    /// Many items have the same hash value, so that they are compared.
    func hash(into hasher: inout Hasher) {
        ProgramCode.run()
        hasher.combine(number % 2)
    }
}

/// A collection all of whose functions use the object that has it.
struct Pile: RandomAccessCollection, RangeReplaceableCollection, Sendable {
    private var items: [Item] = []

    init() {
        ProgramCode.run()
    }

    var startIndex: Int {
        ProgramCode.run()
        return 0
    }

    var endIndex: Int {
        ProgramCode.run()
        return items.count
    }

    subscript(position: Int) -> Item {
        ProgramCode.run()
        return items[position]
    }

    mutating func replaceSubrange(_ range: Range<Int>, with newItems: some Collection<Item>) {
        ProgramCode.run()
        items.replaceSubrange(range, with: newItems)
    }
}

/// Values of an object that several threads share.
@KeyValueObservable
final class Rack: Sendable {
    var items: [Item] = []
    var cells: ContiguousArray<Item> = []
    var members: Set<Item> = []
    var pile: Pile = Pile()
    var names: [String] = []
    var number = 0
    var base = 0
    @NotObserved let readsUntilFlip = Box(-1)

    subscript(item: Item) -> Int { base + item.number }

    /// A new item each time. One read ends a change and announces the next, whose old value then uses the object from its deinit.
    var latest: Item {
        if readsUntilFlip.decrement() == 0 {
            didChangeValue(for: \.latest)
            willChangeValue(for: \.latest)
            ProgramCode.set { [weak self] in
                self?.willChangeValue(for: \.latest)
                self?.didChangeValue(for: \.latest)
            }
        }
        return Item(base)
    }
}
