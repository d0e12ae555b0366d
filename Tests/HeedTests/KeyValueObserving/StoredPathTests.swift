import Heed
import Testing

/// Paths through stored properties take their values from the changes of the last one. Everything else is read again.
@Suite("Key paths that end at a stored property")
struct StoredPathTests {
    @Test("They report exactly what a computed property reports that reads the same", arguments: 0..<300)
    func asComputed(seed: Int) {
        let stored = Weather(seed: UInt64(seed)).told(of: \.leaf.number)
        let computed = Weather(seed: UInt64(seed)).told(of: \.leafNumber)
        #expect(stored == computed)
    }

    @Test("A class that is not final can compute what its superclass stores")
    func overridden() {
        let branch = LooseBranch()
        let numbers = Recorder<[Int]>()
        let token = branch.observe(\.leaf.number) { old, new in numbers.record([old, new]) }
        branch.leaf.number = 1
        let loud = LoudLeaf()
        branch.leaf = loud
        loud.other.number = 3
        branch.leaf = LooseLeaf()
        loud.other.number = 4
        branch.leaf.number = 5
        #expect(numbers.elements == [[0, 1], [1, 0], [0, 300], [300, 0], [0, 5]])
        withExtendedLifetime(token) {}
    }

    @Test("A path that reaches the same property twice is read again")
    func circle() {
        let ring = Ring()
        ring.next = ring
        let next = Recorder<ObjectIdentifier>()
        let token = ring.observe(\.next!.next) { value in value.map { next.record(ObjectIdentifier($0)) } }
        let other = Ring()
        other.next = other
        ring.next = other
        other.next = ring
        #expect(next.elements == [ObjectIdentifier(other), ObjectIdentifier(ring)])
        token.invalidate()
        (ring.next, other.next) = (nil, nil)
    }

    @Test("A collection at the end is reported as a whole, even if elements are inserted or removed")
    func collection() {
        let branch = Branch()
        let numbers = Recorder<[Int]>()
        let token = branch.observe(\.leaf.list) { value in numbers.record(value) }
        branch.leaf.list.append(1)
        branch.leaf.list = [2, 3]
        branch.leaf.list.remove(at: 0)
        #expect(numbers.elements == [[1], [2, 3], [3]])
        withExtendedLifetime(token) {}
    }
}

@KeyValueObservable
private final class Branch {
    var leaf = Leaf()
    var leafNumber: Int { leaf.number }
}

@KeyValueObservable
private final class Leaf {
    var number = 0
    var list: [Int] = []
}

@KeyValueObservable
private final class LooseBranch {
    var leaf = LooseLeaf()
}

@KeyValueObservable
private class LooseLeaf {
    var number = 0
}

private final class LoudLeaf: LooseLeaf {
    let other = LooseLeaf()
    override var number: Int {
        get { other.number * 100 }
        set { other.number = newValue }
    }
}

@KeyValueObservable
private final class Ring {
    var next: Ring?
}

/// Leaves that change and are replaced at random, within groups and handlers too.
private final class Weather {
    private var random: SeededGenerator
    private let branch = Branch()
    private let leaves = (0..<3).map { _ in Leaf() }
    private var budget = 0
    private var told: [[Int?]] = []

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        branch.leaf = leaves[0]
    }

    /// Returns the calls that an observer of the path receives, with any options.
    func told(of path: KeyPath<Branch, Int>) -> [[Int?]] {
        let all: [KeyValueObservingOptions] = [.old, .new, .prior]
        let options = all.reduce([] as KeyValueObservingOptions) { Bool.random(using: &random) ? [$0, $1] : $0 }
        var tokens: [ObservationToken] = []
        func disturb() {
            for leaf in leaves where Bool.random(using: &random) {
                tokens.append(leaf.observe(\.number, options: []) { [unowned self] _, _ in changeWithin() })
            }
            tokens.append(branch.observe(\.leaf, options: []) { [unowned self] _, _ in changeWithin() })
        }
        disturb()
        tokens.append(
            branch.observe(path, options: options) { [unowned self] _, change in
                told.append([change.oldValue, change.isPrior ? -1 : change.newValue])
            }
        )
        disturb()
        for _ in 0..<20 {
            budget = 4
            if Int.random(in: 0..<4, using: &random) == 0 {
                withGroupedChanges {
                    for _ in 0..<3 { change() }
                }
            } else {
                change()
            }
        }
        return told
    }

    private func changeWithin() {
        guard budget > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
        budget -= 1
        change()
    }

    private func change() {
        if Int.random(in: 0..<3, using: &random) == 0 {
            branch.leaf = leaves.randomElement(using: &random) ?? leaves[0]
        } else {
            let number = Int.random(in: 0..<1_000, using: &random)
            (leaves.randomElement(using: &random) ?? leaves[0]).number = number
        }
    }
}
