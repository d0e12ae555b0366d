import CPeers
import Heed

final class HeedPath: ObservedPath {
    let name: String
    let role = Role.heed
    /// Whether to observe an expression that reads the path.
    private let readsExpression: Bool
    private let parent = HeedParent()
    private let children = [HeedModel(), HeedModel()]
    private let sum = Sum()
    private var observation: ObservationToken?

    init(readsExpression: Bool = false) {
        self.readsExpression = readsExpression
        name = readsExpression ? "Heed observe { … }" : "Heed @KeyValueObservable"
        parent.child = children[0]
    }

    func observeNested() {
        observe(\.child.number) { $0.child.number }
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
        observe(\.total) { $0.first + $0.second }
    }

    func setSource(_ times: Int) {
        for number in 0..<times {
            parent.first = number
            keep(0)
        }
    }

    private func observe(_ keyPath: KeyPath<HeedParent, Int>, _ expression: @escaping (HeedParent) -> Int) {
        let (parent, sum) = (parent, sum)
        guard !readsExpression else {
            observation = Heed.observe {
                expression(parent)
            } onChange: { old, new in
                sum.value &+= new &- old
            }
            return
        }
        observation = parent.observe(keyPath, options: [.old, .new]) { _, change in
            sum.value &+= change.newValue! &- change.oldValue!
        }
    }
}

@KeyValueObservable
final class HeedParent {
    var child = HeedModel()
    var first = 0
    var second = 0
    var total: Int { first + second }
}
