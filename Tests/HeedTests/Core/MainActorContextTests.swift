import Heed
import Testing

@Suite("Contexts of the main thread")
struct MainActorContextTests {
    /// Says that its jobs run on the main thread, and runs them wherever it is called.
    private struct CallersContext: MainActorExecutionContext {
        func execute(_ job: @escaping @Sendable () -> Void) { job() }
    }

    @Test("A context that runs its jobs elsewhere than on the main thread stops the program")
    func wrongThread() async {
        await #expect(processExitsWith: .failure) {
            let subject = Subject<Int>()
            let token = subject.attach(on: CallersContext()) { @MainActor _ in }
            #expect(OtherThread { subject.notify(1) }.join())
            withExtendedLifetime(token) {}
        }
    }

    @Test("On the main thread, its jobs touch the main actor's state")
    @MainActor func rightThread() {
        let counter = Counter()
        let subject = Subject<Int>()
        let token = subject.attach(on: CallersContext()) { counter.count = $0 }
        subject.notify(1)
        #expect(counter.count == 1)
        withExtendedLifetime(token) {}
    }
}
