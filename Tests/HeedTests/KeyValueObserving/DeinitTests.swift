import Heed
import Testing

@Suite("The end of an observed object")
struct DeinitTests {
    @Test("The handler is called once, after the object's deinit, however it was observed otherwise")
    func called() {
        let seen = Recorder<String>()
        var album: Noisy? = Noisy(seen)
        let tokens = [
            album!.onDeinit { seen.record("first") },
            album!.observe(\.title) { seen.record($0) },
            album!.onDeinit { seen.record("second") },
        ]
        album?.title = "a"
        #expect(seen.elements == ["a"])
        album = nil
        #expect(seen.elements == ["a", "deinit", "first", "second"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A released or invalidated observation isn't called")
    func ended() {
        let seen = Recorder<String>()
        var album: Noisy? = Noisy(seen)
        let token = album!.onDeinit { seen.record("invalidated") }
        _ = album!.onDeinit { seen.record("released") }
        token.invalidate()
        album = nil
        #expect(seen.elements == ["deinit"])
    }

    @Test("The observation doesn't keep the object alive, and releases its handler with it")
    func lifetimes() {
        var album: Noisy? = Noisy(Recorder())
        weak let held = album
        var captured: Witness? = Witness()
        weak let kept = captured
        let token = album!.onDeinit { [captured] in _ = captured }
        captured = nil
        #expect(kept != nil)
        album = nil
        #expect(held == nil)
        #expect(kept == nil)
        withExtendedLifetime(token) {}
    }

    @Test("A shared object that any thread releases tells it there")
    func shared() {
        for _ in 0..<200 {
            let seen = Recorder<Int>()
            let object = Box<SharedTitle?>(SharedTitle())
            let token = object.value!.onDeinit { seen.record(1) }
            #expect(OtherThread.concurrently(2) { _ in object.exchange(nil) })
            #expect(seen.elements == [1])
            withExtendedLifetime(token) {}
        }
    }

    @Test("Announcing a change of the object by hand doesn't call it")
    func byHand() {
        let seen = Recorder<String>()
        let album = Noisy(Recorder())
        let token = album.onDeinit { seen.record("gone") }
        album.willChangeValue(for: \.self)
        album.didChangeValue(for: \.self)
        #expect(seen.elements.isEmpty)
        withExtendedLifetime((album, token)) {}
    }
}

@KeyValueObservable
private final class Noisy {
    @NotObserved private let seen: Recorder<String>
    var title = ""

    init(_ seen: Recorder<String>) {
        self.seen = seen
    }

    deinit {
        seen.record("deinit")
    }
}

@KeyValueObservable
private final class SharedTitle: Sendable {
    var title: String = ""
}
