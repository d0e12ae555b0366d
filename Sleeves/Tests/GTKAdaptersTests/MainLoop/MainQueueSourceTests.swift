import Testing

@Suite("The main actor inside GLib's main loop")
struct MainQueueSourceTests {
    @Test("A task, a task that sleeps, one that comes back, and the main queue all run")
    func runs() throws {
        #expect(try Probe.run("tasks").lines == ["task", "slept", "came back", "queue", "exit 0"])
    }

    @Test("Work enqueued before the source is attached runs too")
    func earlierWork() throws {
        #expect(try Probe.run("early").lines == ["early", "exit 0"])
    }

    @Test("A wake-up that comes during a nested main loop is not lost")
    func nestedLoop() throws {
        #expect(try Probe.run("nested").lines == ["job", "outer", "inner", "exit 0"])
    }

    @Test("Tasks that start tasks don't starve the other sources")
    func fairness() throws {
        #expect(try Probe.run("fairness").lines == ["job", "exit 0"])
    }
}
