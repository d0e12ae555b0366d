import Heed
import Testing

@Suite("Receptionist on the main actor")
@MainActor
struct MainActorReceptionistTests {
    @Test("1,000 changes on each of four threads arrive exactly once, those of one thread in order")
    func exactlyOnce() async {
        let number = SharedNumber()
        var values: [Int] = []
        let receptionist = Box<Receptionist?>(nil)
        await withCheckedContinuation { continuation in
            receptionist.exchange(
                Receptionist(for: .changes(of: number, \.value), on: .mainActor) { change in
                    MainActor.assertIsolated()
                    values.append(change.newValue!)
                    if values.count == 4_000 { continuation.resume() }
                }
            )
            for thread in 0..<4 {
                _ = OtherThread {
                    for step in 0..<1_000 { number.value = thread * 1_000 + step }
                }
            }
        }
        for thread in 0..<4 {
            #expect(values.filter { $0 / 1_000 == thread } == Array(thread * 1_000..<(thread + 1) * 1_000))
        }
        #expect(values.count == 4_000)
        #expect(receptionist.value?.droppedCount == 0)
    }

    @Test("The handler runs later, never within the call that makes the change")
    func later() async {
        let counter = Counter()
        var seen: [Int] = []
        let receptionist = Box<Receptionist?>(nil)
        await withCheckedContinuation { continuation in
            receptionist.exchange(
                Receptionist(for: .changes(of: counter, \.count, options: [.initial, .new]), on: .mainActor) { change in
                    seen.append(change.newValue!)
                    if change.newValue == 2 { continuation.resume() }
                }
            )
            counter.count = 1
            counter.count = 2
            #expect(seen.isEmpty)
        }
        #expect(seen == [0, 1, 2])
        receptionist.exchange(nil)
    }

    @Test("With .latest, the last of many changes on another thread arrives")
    func latest() async {
        let number = SharedNumber()
        var last = 0
        let receptionist = Box<Receptionist?>(nil)
        await withCheckedContinuation { continuation in
            receptionist.exchange(
                Receptionist(for: .changes(of: number, \.value), on: .mainActor, delivering: .latest) { change in
                    #expect(change.newValue! > last)
                    last = change.newValue!
                    if last == 5_000 { continuation.resume() }
                }
            )
            _ = OtherThread {
                for value in 1...5_000 { number.value = value }
            }
        }
        #expect(last == 5_000)
        receptionist.exchange(nil)
    }
}
