import CPeers
import OpenCombine

/// Publishers joined by operators. A subscriber is given the new value and keeps the old one itself.
final class PublishedPath: ObservedPath {
    let name = "OpenCombine @Published"
    let role = Role.peer
    private let parent = PublishedParent()
    private let children = [PublishedModel(), PublishedModel()]
    private let sum = Sum()
    private var cancellable: AnyCancellable?

    init() {
        parent.child = children[0]
    }

    func observeNested() {
        cancellable = parent.$child.map(\.$number).switchToLatest().sink(receiveValue: hearing())
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
        // OpenCombine has no `combineLatest`, so only one of the two sources is followed.
        let parent = parent
        cancellable = parent.$first.map { $0 + parent.second }.sink(receiveValue: hearing())
    }

    func setSource(_ times: Int) {
        for number in 0..<times {
            parent.first = number
            keep(0)
        }
    }

    private func hearing() -> (Int) -> Void {
        let sum = sum
        var old = 0
        return { new in
            sum.value &+= new &- old
            old = new
        }
    }
}

final class PublishedParent {
    @Published var child = PublishedModel()
    @Published var first = 0
    @Published var second = 0
}
