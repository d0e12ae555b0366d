import CPeers
import OpenCombine

final class OpenCombineRemoval: RemovalAmid {
    let name = "OpenCombine PassthroughSubject"
    let role = Role.peer
    private let subject = PassthroughSubject<Int, Never>()
    private let sum = Sum()
    private let victim = Victim<AnyCancellable>()
    private var cancellables: [AnyCancellable] = []

    init(among count: Int) {
        let victim = victim
        for _ in 0..<count / 2 { cancellables.append(observer()) }
        cancellables.append(subject.sink { _ in victim.remove { $0.cancel() } })
        for _ in 0..<count / 2 { cancellables.append(observer()) }
        victim.replace(with: observer())
    }

    func post() -> Double {
        subject.send(1)
        victim.replace(with: observer())
        return victim.nanoseconds
    }

    private func observer() -> AnyCancellable {
        let sum = sum
        return subject.sink { sum.value &+= $0 }
    }
}

/// A peer that is written in C or C++.
final class ForeignRemoval: RemovalAmid {
    let name: String
    let role = Role.peer
    private let peer: signal_peer
    private let object: UnsafeMutableRawPointer
    private let count: Int

    init(_ peer: signal_peer, among count: Int) {
        name = String(cString: peer.name)
        self.peer = peer
        self.count = count
        object = peer.make()!
    }

    deinit {
        peer.destroy(object)
    }

    func post() -> Double {
        peer.remove_amid(object, Int64(count))
    }
}
