import Heed
import Testing

@Suite("Key paths of Sendable classes, changed by several threads")
struct SharedKeyPathTests {
    @Test("However threads fill, replace and clear a path, afterwards exactly its current objects are observed")
    func contendedHead() {
        for round in 0..<40 {
            let holder = SharedHolder(nil)
            let numbers = (0..<4).map { _ in SharedNumber() }
            let heard = Recorder<Int?>()
            let token = holder.observe(\.number?.value) { value in heard.record(value) }
            let areDone = OtherThread.concurrently(4) { thread in
                for step in 0..<20 {
                    holder.number = (step + thread + round).isMultiple(of: 3) ? nil : numbers[thread]
                    numbers[thread].value = step
                }
            }
            #expect(areDone)
            let before = heard.count
            for (value, number) in numbers.enumerated() where number !== holder.number { number.value = 100 + value }
            #expect(heard.count == before, "a detached object still fires")
            if let present = holder.number {
                present.value = 1_000
                #expect(heard.elements.last == 1_000, "the current object does not fire")
            }
            withExtendedLifetime(token) {}
        }
    }

    @Test("Registering while another thread replaces objects on the path misses nothing afterwards")
    func registeringDuringChanges() {
        for _ in 0..<100 {
            let holder = SharedHolder(SharedNumber())
            let heard = Recorder<Int?>()
            let token = Box<ObservationToken?>(nil)
            let areDone = OtherThread.concurrently(2) { thread in
                if thread == 0 {
                    holder.number = SharedNumber()
                } else {
                    token.exchange(holder.observe(\.number?.value) { value in heard.record(value) })
                }
            }
            #expect(areDone)
            holder.number!.value = 7
            #expect(heard.elements.last == 7)
            token.exchange(nil)
        }
    }

    @Test("An observer that registers while another thread makes a change receives it")
    func registeringWithinChange() {
        let number = SharedNumber()
        let isUnderWay = Gate()
        let isRegistered = Gate()
        let early = number.observe(\.value, options: [.prior]) { _, change in
            guard change.isPrior else { return }
            isUnderWay.open()
            #expect(isRegistered.wait())
        }
        let stored = Recorder<Int>()
        let computed = Recorder<Int>()
        let thread = OtherThread { number.value = 1 }
        #expect(isUnderWay.wait())
        let tokens = [
            number.observe(\.value, initial: true) { stored.record($0) },
            number.observe(\.doubled, options: [.initial, .old, .new]) { computed.record($1.newValue!) },
        ]
        isRegistered.open()
        #expect(thread.join())
        #expect(stored.elements == [0, 1])
        #expect(computed.elements == [0, 2])
        withExtendedLifetime((early, tokens)) {}
    }

    @Test("An observer that registers during a change receives it before what a handler changes then")
    func registeringWithinChangeAndHandler() {
        let number = SharedNumber()
        let late = Recorder<[Int]>()
        let tokens = Box<[ObservationToken]>([])
        let early = [
            number.observe(\.value, options: [.prior]) { number, change in
                guard change.isPrior, tokens.value.isEmpty else { return }
                tokens.exchange([number.observe(\.doubled) { late.record([$0, $1]) }])
            },
            number.observe(\.value) { if $0 == 1 { number.value = 100 } },
        ]
        number.value = 1
        #expect(late.elements == [[0, 2], [2, 200]])
        withExtendedLifetime((early, tokens)) {}
    }

    @Test("The first observer of an object knows the last value, even if it registers just when another thread sets it")
    func firstObserver() {
        for _ in 0..<500 {
            let number = SharedNumber()
            let values = Recorder<Int>()
            let token = Box<ObservationToken?>(nil)
            let areDone = OtherThread.concurrently(2) { thread in
                if thread == 0 {
                    number.value = 1
                } else {
                    token.exchange(number.observe(\.value, initial: true) { values.record($0) })
                }
            }
            #expect(areDone)
            #expect(values.elements.contains(1))
            token.exchange(nil)
        }
    }

    @Test("A change that another thread makes while a handler runs is delivered when the handler has ended")
    func changeWhileHandlerRuns() {
        let number = SharedNumber()
        let steps = Recorder<String>()
        let isFirst = Box(true)
        let tokens = [
            number.observe(\.value) { old, new in
                steps.record("\(old) → \(new) begins")
                if isFirst.exchange(false) {
                    let thread = OtherThread { number.value = 2 }
                    #expect(thread.join(), "the other thread waits for the handler")
                }
                steps.record("\(old) → \(new) ends")
            },
            number.observe(\.doubled) { steps.record("doubled \($0)") },
        ]
        number.value = 1
        #expect(steps.elements == ["0 → 1 begins", "0 → 1 ends", "doubled 2", "1 → 2 begins", "1 → 2 ends", "doubled 4"])
        withExtendedLifetime(tokens) {}
    }

    @Test("While a getter is running, another thread changes what it has read, and the last value follows")
    func changeWhileGetterRuns() {
        let record = SlowRecord()
        let sums = Recorder<Int>()
        let latest = Recorder<Int>()
        let context = ManualContext()
        let token = record.observe(\.sum) { sums.record($0) }
        let receptionist = Receptionist(for: .values(of: record, \.sum), on: context, delivering: .latest) { latest.record($0) }
        let thread = Box<OtherThread?>(nil)
        record.whileReading.exchange {
            // Has read 1 and 0, and returns 1.
            let other = OtherThread { record.second = 10 }
            #expect(other.join(), "the other thread waits for the getter")
            thread.exchange(other)
        }
        record.first = 1
        context.runAll()
        #expect(sums.elements.last == 11)
        #expect(latest.elements.last == 11)
        withExtendedLifetime((token, receptionist)) {}
    }

    @Test("A change that another thread makes during the initial call comes after it", arguments: [true, false])
    func changeDuringInitialCall(isStored: Bool) {
        let number = SharedNumber()
        let values = Recorder<Int>()
        let handler = { @Sendable (value: Int) in
            if value == 0 { #expect(OtherThread { number.value = 1 }.join()) }
            values.record(value)
        }
        let token = number.observe(isStored ? \.value : \.same, initial: true, handler)
        #expect(values.elements == [0, 1])
        withExtendedLifetime(token) {}
    }

    @Test("Invalidating while threads change the path leaves no source that holds the handler")
    func invalidatingDuringChanges() {
        for _ in 0..<100 {
            let holder = SharedHolder(nil)
            let numbers = (0..<2).map { _ in SharedNumber() }
            var witness: Witness? = Witness()
            weak let captured = witness
            let token = holder.observe(\.number?.value, options: []) { [witness] _, _ in withExtendedLifetime(witness) {} }
            witness = nil
            let areDone = OtherThread.concurrently(3) { thread in
                if thread == 2 {
                    token.invalidate()
                } else {
                    for _ in 0..<5 { holder.number = numbers[thread] }
                }
            }
            #expect(areDone)
            #expect(captured == nil)
        }
    }
}

/// A record whose computed property another thread can interrupt, once.
@KeyValueObservable
private final class SlowRecord: Sendable {
    var first = 0
    var second = 0
    @NotObserved let whileReading = Box<@Sendable () -> Void> {}

    var sum: Int {
        let sum = first + second
        if first == 1 { whileReading.exchange {}() }
        return sum
    }
}
