import Dispatch
import GTKAdapters

/// A program of its own for the tests of the main loop. In a process that runs tests, libdispatch has taken the main queue away from the
/// main thread, so that GLib's main loop cannot run it there.
///
/// Usage: `MainLoopProbe SCENARIO`. Prints what happened, a line each, and exits with 0.
@main
@MainActor
enum MainLoopProbe {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "tasks": tasks()
        case "early": early()
        case "nested": nested()
        case "fairness": fairness()
        case "application": application()
        case "signal": signal()
        default: fatalError("name a scenario")
        }
    }

    /// Every way in which work comes to the main actor.
    private static func tasks() {
        MainLoop.install()
        MainLoop.install()
        let log = Log()
        Task { @MainActor in
            log.add("task")
            try? await Task.sleep(for: .milliseconds(1))
            log.add("slept")
            await Task.detached {}.value
            log.add("came back")
            DispatchQueue.main.async { MainActor.assumeIsolated { log.add("queue") } }
        }
        log.wait(for: 4)
    }

    /// Work that was there before the source.
    private static func early() {
        let log = Log()
        Task { @MainActor in log.add("early") }
        MainLoop.install()
        log.wait(for: 1)
    }

    /// A wake-up that comes while a job of the main actor runs a main loop, as a dialog would.
    private static func nested() {
        MainLoop.install()
        let log = Log()
        Task { @MainActor in
            Task { @MainActor in log.add("inner") }
            GLibContext.enqueue { log.add("job") }
            log.wait(for: 1)
            log.add("outer")
        }
        log.wait(for: 3)
    }

    /// Tasks without end, and another source.
    private static func fairness() {
        MainLoop.install()
        let log = Log()
        @MainActor func beget() {
            guard log.count == 0 else { return }
            Task { @MainActor in beget() }
        }
        beget()
        GLibContext.enqueue { log.add("job") }
        log.wait(for: 1)
    }

    /// The life of an application.
    private static func application() {
        let log = Log()
        let application = Application(id: "org.example.MainLoopProbe", name: "Probe")
        application.onStartup = { log.add("startup") }
        application.onShutdown = { log.add("shutdown") }
        application.onActivate = {
            log.add("activate")
            application.hold()
            Task { @MainActor in
                log.add("task")
                application.quit()
            }
        }
        log.add("status \(application.run())")
    }

    /// A signal that ends the application, and the end of its window.
    private static func signal() {
        let log = Log()
        let application = Application(id: "org.example.MainLoopProbe", name: "Probe")
        var kept: [Any] = []
        application.onActivate = {
            let window = ApplicationWindow(application, title: "Probe", width: 300, height: 200)
            window.content = Label("Probe")
            window.onDestroy = { log.add("destroyed") }
            window.present()
            kept = [
                window,
                MainLoop.onSignal(.terminate) {
                    log.add("terminate")
                    window.destroy()
                },
            ]
            log.add("ready")
        }
        log.add("status \(application.run())")
        withExtendedLifetime(kept) {}
    }
}
