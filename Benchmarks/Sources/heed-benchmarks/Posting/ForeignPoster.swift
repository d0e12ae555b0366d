import CPeers

/// A peer that is written in C or C++.
final class ForeignPoster: Poster {
    let name: String
    let role = Role.peer
    let isThreadSafe: Bool
    private let peer: signal_peer
    private let object: UnsafeMutableRawPointer

    init(_ peer: signal_peer) {
        name = String(cString: peer.name)
        isThreadSafe = peer.is_thread_safe != 0
        self.peer = peer
        object = peer.make()!
    }

    deinit {
        peer.destroy(object)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        peer.add(object, Int64(count), target == .thread ? 1 : 0)
    }

    func post(_ times: Int) {
        peer.post(object, Int64(times))
    }

    func addAndRemove(_ times: Int) {
        peer.add_and_remove(object, Int64(times))
    }
}
