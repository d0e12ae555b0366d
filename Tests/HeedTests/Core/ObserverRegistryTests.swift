import Testing

@testable import Heed

@Suite("The registry behind every pattern")
struct ObserverRegistryTests {
    private let registry = ObserverRegistry<Int>()

    @Test("A listener that joins late takes the place its registration gives it")
    func lateListener() {
        let told = Recorder<String>()
        let listeners = ["a", "b", "c"].map { NamedListener($0, told) }
        registry.add(listeners[2])
        registry.add(listeners[0])
        registry.add(listeners[1])
        registry.deliver(1, name: "test")
        #expect(told.elements == ["a 1", "b 1", "c 1"])
    }

    @Test("Removing somebody who is not there does nothing")
    func removingStranger() {
        let told = Recorder<String>()
        let listeners = ["a", "b", "c"].map { NamedListener($0, told) }
        registry.remove(listeners[0])
        registry.add(listeners[0])
        registry.add(listeners[2])
        registry.remove(listeners[1])
        #expect(registry.observerCount == 2)
    }

    @Test("A registry that has ended tells its listeners so, and takes nobody in any more")
    func ended() {
        let told = Recorder<String>()
        let listeners = ["a", "b"].map { NamedListener($0, told) }
        for listener in listeners { registry.add(listener) }
        registry.end()
        #expect(!registry.add(NamedListener("late", told)))
        registry.deliver(1, name: "test")
        #expect(told.elements == ["a ended", "b ended"])
        #expect(registry.isEmpty)
    }

    @Test("A snapshot is not changed by what happens to the registry")
    func snapshot() {
        let told = Recorder<String>()
        let listeners = ["a", "b"].map { NamedListener($0, told) }
        registry.add(listeners[0])
        let snapshot = registry.snapshot()
        registry.add(listeners[1])
        registry.remove(listeners[0])
        #expect(snapshot.map(\.id) == [listeners[0].id])
    }

    @Test("Only the call that stops a listener is told so")
    func deactivation() {
        let listener = NamedListener("a", Recorder())
        #expect(listener.isActive)
        #expect(listener.deactivate())
        #expect(!listener.deactivate())
        #expect(!listener.isActive)
    }
}

// SAFETY: both fields are constants.
private final class NamedListener: Listener<Int>, @unchecked Sendable {
    private let name: String
    private let told: Recorder<String>

    init(_ name: String, _ told: Recorder<String>) {
        self.name = name
        self.told = told
        super.init()
    }

    override func receive(_ event: Int) {
        told.record("\(name) \(event)")
    }

    override func registryEnded() {
        told.record("\(name) ended")
    }
}
