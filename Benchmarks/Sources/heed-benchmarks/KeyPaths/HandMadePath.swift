import CPeers

/// `didSet` and closures, with everything that has to be remembered written out.
final class HandMadePath: ObservedPath {
    let name = "didSet calling closures"
    let role = Role.floor
    private let parent = HandMadeParent()
    private let children = [HandMadeChild(), HandMadeChild()]
    private let sum = Sum()

    init() {
        parent.child = children[0]
    }

    func observeNested() {
        let (parent, sum) = (parent, sum)
        var old = parent.child.number
        let hear = { (new: Int) in
            sum.value &+= new &- old
            old = new
        }
        parent.child.observer = hear
        parent.childObserver = { before, after in
            before.observer = nil
            after.observer = hear
            hear(after.number)
        }
    }

    func setLeaf(_ times: Int) {
        let child = parent.child
        for number in 0..<times {
            child.number = number
            keep(0)
        }
    }

    func replaceChild(_ times: Int) {
        for number in 0..<times {
            parent.child = children[number & 1]
            keep(0)
        }
    }

    func observeComputed() {
        let sum = sum
        parent.totalObserver = { old, new in sum.value &+= new &- old }
    }

    func setSource(_ times: Int) {
        for number in 0..<times {
            parent.first = number
            keep(0)
        }
    }
}

final class HandMadeChild {
    var observer: ((Int) -> Void)?
    var number = 0 {
        didSet { observer?(number) }
    }
}

final class HandMadeParent {
    var childObserver: ((HandMadeChild, HandMadeChild) -> Void)?
    var totalObserver: ((Int, Int) -> Void)?
    var child = HandMadeChild() {
        didSet { childObserver?(oldValue, child) }
    }
    var first = 0 {
        didSet { totalObserver?(oldValue + second, total) }
    }
    var second = 0 {
        didSet { totalObserver?(first + oldValue, total) }
    }
    var total: Int { first + second }
}
