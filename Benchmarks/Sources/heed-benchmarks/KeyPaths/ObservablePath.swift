import CPeers
import Observation

/// The standard library's Observation, which tracks what is read by itself, and has to be armed again for each change.
final class ObservablePath: ObservedPath {
    let name = "@Observable, tracking re-armed"
    let role = Role.peer
    private let parent = ObservableParent()
    private let children = [ObservableModel(), ObservableModel()]
    private let sum = Sum()

    init() {
        parent.child = children[0]
    }

    func observeNested() {
        Self.observe(parent, \.child.number, sum)
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
        Self.observe(parent, \.total, sum)
    }

    func setSource(_ times: Int) {
        for number in 0..<times {
            parent.first = number
            keep(0)
        }
    }

    private static func observe(_ parent: ObservableParent, _ path: KeyPath<ObservableParent, Int>, _ sum: Sum) {
        // SAFETY: the change is made on this thread, and this is called by it.
        nonisolated(unsafe) let (parent, path) = (parent, path)
        withObservationTracking {
            _ = parent[keyPath: path]
        } onChange: {
            // The new value is not there yet; the old one still is.
            sum.value &+= parent[keyPath: path]
            observe(parent, path, sum)
        }
    }
}

@Observable
final class ObservableParent {
    var child = ObservableModel()
    var first = 0
    var second = 0
    var total: Int { first + second }
}
