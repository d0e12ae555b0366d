import Glibc
import Testing

extension OnScreen {
    @Suite("The life of an application")
    struct ApplicationLifeTests {
        @Test("It starts, activates, runs tasks, quits, shuts down, and returns 0; without a session bus nothing is complained of")
        func run() throws {
            let (lines, errors) = try Probe.run("application")
            #expect(lines == ["startup", "activate", "task", "shutdown", "status 0", "exit 0"])
            #expect(errors == "")
        }

        @Test("A signal is answered on the main loop, and the last window's end is the application's")
        func signal() throws {
            let (lines, errors) = try Probe.run("signal") { line, process in
                if line == "ready" { kill(process, SIGTERM) }
            }
            #expect(lines == ["ready", "terminate", "destroyed", "status 0", "exit 0"])
            #expect(errors == "")
        }
    }
}
