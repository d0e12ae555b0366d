import CPeers

/// A peer that is written in C or C++.
final class ForeignProperty: NumberProperty {
    let name: String
    let role = Role.peer
    private let peer: property_peer
    private let object: UnsafeMutableRawPointer

    init(_ peer: property_peer) {
        name = String(cString: peer.name)
        self.peer = peer
        object = peer.make()!
    }

    deinit {
        peer.destroy(object)
    }

    func add(_ count: Int) {
        peer.add(object, Int64(count))
    }

    func get(_ times: Int) {
        peer.get(object, Int64(times))
    }

    func set(_ times: Int) {
        peer.set(object, Int64(times))
    }
}
