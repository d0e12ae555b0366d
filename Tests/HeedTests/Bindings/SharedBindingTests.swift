import Testing

@testable import Heed

@Suite("A binding between objects that several threads share")
struct SharedBindingTests {
    @Test("Four threads change the source, and the target ends up with its last value")
    func oneWay() {
        let source = SharedField()
        let target = SharedField()
        let binding = source.bind(\.number, to: target, \.text, transform: { "\($0)" })
        let areDone = OtherThread.concurrently(4) { thread in
            for number in 0..<250 { source.number = thread * 250 + number }
        }
        #expect(areDone)
        #expect(target.text == "\(source.number)")
        source.number = -1
        #expect(target.text == "-1")
        withExtendedLifetime(binding) {}
    }

    @Test("Four threads change both ends, and the two are equal in the end")
    func bothWays() {
        for _ in 0..<20 {
            let first = SharedField()
            let second = SharedField()
            let binding = first.bindBothWays(\.number, to: second, \.number)
            let areDone = OtherThread.concurrently(4) { thread in
                for number in 0..<50 {
                    if thread.isMultiple(of: 2) { first.number = thread * 50 + number } else { second.number = thread * 50 + number }
                }
            }
            #expect(areDone)
            #expect(first.number == second.number)
            withExtendedLifetime(binding) {}
        }
    }

    @Test("What another thread stores while a handler of the other end runs is not taken back")
    func storeDuringHandler() {
        let (source, target) = (SharedField(), SharedField())
        let (isHandling, isStored) = (Gate(), Gate())
        let binding = source.bindBothWays(\.number, to: target, \.number)
        let slow = target.observe(\.number) { number in
            guard number == 1 else { return }
            isHandling.open()
            #expect(isStored.wait())
        }
        let areDone = OtherThread.concurrently(2) { thread in
            if thread == 0 {
                source.number = 1
            } else {
                #expect(isHandling.wait())
                source.number = 2
                isStored.open()
            }
        }
        #expect(areDone)
        #expect([source.number, target.number] == [2, 2])
        withExtendedLifetime((binding, slow)) {}
    }

    @Test("Invalidating on one thread while others make changes is safe and final")
    func invalidation() {
        for _ in 0..<50 {
            let first = SharedField()
            let second = SharedField()
            let binding = first.bindBothWays(\.number, to: second, \.number)
            let areDone = OtherThread.concurrently(3) { thread in
                if thread == 0 { binding.invalidate() } else { first.number = thread }
            }
            #expect(areDone)
            let present = second.number
            first.number = 99
            #expect(second.number == present)
        }
    }

    @Test("Either end can be deallocated on one thread while another changes the other end", arguments: [true, false])
    func death(sourceDies: Bool) {
        for _ in 0..<50 {
            let source = Box<SharedField?>(SharedField())
            let target = Box<SharedField?>(SharedField())
            let binding = source.value!.bindBothWays(\.number, to: target.value!, \.number)
            let areDone = OtherThread.concurrently(2) { thread in
                let (dying, living) = sourceDies ? (source, target) : (target, source)
                if thread == 0 { dying.exchange(nil) } else { living.value!.number = 1 }
            }
            #expect(areDone)
            withExtendedLifetime(binding) {}
        }
    }
}
