import CPeers
import Heed

final class HeedPath: ObservedPath {
    let name = "Heed @KeyValueObservable"
    let role = Role.heed
    private let parent = HeedParent()
    private let children = [HeedModel(), HeedModel()]
    private let sum = Sum()
    private var observation: ObservationToken?

    init() {
        parent.child = children[0]
    }

    func observeNested() {
        observe(\.child.number)
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
        observe(\.total)
    }

    func setSource(_ times: Int) {
        for number in 0..<times {
            parent.first = number
            keep(0)
        }
    }

    private func observe(_ keyPath: KeyPath<HeedParent, Int>) {
        let sum = sum
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
