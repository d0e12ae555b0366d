import Heed
import Testing

@KeyValueObservable
private final class Dial: Sendable {
    var position: Int = 1
}

@Suite("The contents of a receptionist's changes")
struct DefaultOptionsTests {
    @Test("Without options a change carries the old and the new value, as with Apple's receptionist")
    func oldAndNew() {
        let dial = Dial()
        let context = ManualContext()
        let changes = Recorder<[Int?]>()
        let receptionist = Receptionist(for: .changes(of: dial, \.position), on: context) { changes.record([$0.oldValue, $0.newValue]) }
        dial.position = 2
        context.runAll()
        #expect(changes.elements == [[1, 2]])
        withExtendedLifetime(receptionist) {}
    }
}
