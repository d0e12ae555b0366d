import Heed
import Testing

@Suite("Contexts of the main thread")
struct MainActorContextTests {
    /// A context that claims to run jobs on the main thread, and runs them wherever it is called.
    private struct CallersContext: MainActorExecutionContext {
        func execute(_ job: @escaping @Sendable () -> Void) { job() }
    }

    @Test("A context that runs its jobs off the main thread traps")
    func wrongThread() async {
        await #expect(processExitsWith: .failure) {
            let subject = Subject<Int>()
            let token = subject.attach(on: CallersContext()) { @MainActor _ in }
            #expect(OtherThread { subject.notify(1) }.join())
            withExtendedLifetime(token) {}
        }
    }

    @Test("Jobs on the main thread access the main actor's state")
    @MainActor func rightThread() {
        let counter = Counter()
        let subject = Subject<Int>()
        let token = subject.attach(on: CallersContext()) { counter.count = $0 }
        subject.notify(1)
        #expect(counter.count == 1)
        withExtendedLifetime(token) {}
    }
}
