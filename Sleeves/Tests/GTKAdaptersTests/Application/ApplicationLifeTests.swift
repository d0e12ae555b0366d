import Glibc
import Testing

extension OnScreen {
    @Suite("The life of an application")
    struct ApplicationLifeTests {
        @Test("It starts, activates, runs tasks, quits, shuts down, and returns 0, without warnings if there is no session bus")
        func run() throws {
            let (lines, errors) = try Probe.run("application")
            #expect(lines == ["startup", "activate", "task", "shutdown", "status 0", "exit 0"])
            #expect(errors == "")
        }

        @Test("A signal is handled on the main loop, and closing the last window ends the application")
        func signal() throws {
            let (lines, errors) = try Probe.run("signal") { line, process in
                if line == "ready" { kill(process, SIGTERM) }
            }
            #expect(lines == ["ready", "terminate", "destroyed", "status 0", "exit 0"])
            #expect(errors == "")
        }
    }
}
