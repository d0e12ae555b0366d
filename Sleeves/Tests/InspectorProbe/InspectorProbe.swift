import GTKAdapters
import Glibc
import HeedInspectorView
import MadeUpSession

/// Shows the inspector on a made-up session, so that a person can look at it.
///
/// The words after the program's name are the number of covers, the number of events for each report, and the number of seconds after which
/// the program says how long its frames took and ends.
@main
@MainActor
enum InspectorProbe {
    private static var window: InspectorWindow?
    private static var ending: MainLoopSource?
    private static let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }

    nonisolated static func main() {
        MainActor.assumeIsolated { run() }
    }

    private static func run() {
        let session = MadeUpSession(coverCount: number(0) ?? 1_000, eventsPerReport: number(1) ?? 500)
        let application = Application(id: "org.example.InspectorProbe", name: "InspectorProbe", isUnique: false)
        application.onActivate = {
            let formats = [SaveFormat("JSON", fileExtension: "json") { "\($0.events.count)" }]
            let isRemote = getenv("GDK_BACKEND").map { String(cString: $0) } == "broadway"
            let window = InspectorWindow(application, session: session, name: "Player", formats: formats, isRemoteDisplay: isRemote)
            self.window = window
            window.present()
            guard let seconds = number(2) else { return }
            // Not the first second, in which the window opens.
            ending = MainLoop.after(milliseconds: 1_000) {
                let start = (window.frames, processorTime)
                ending = MainLoop.after(milliseconds: seconds * 1_000) {
                    report(from: start.0, processor: processorTime - start.1, seconds: seconds, to: window.frames)
                    application.quit()
                }
            }
        }
        _ = application.run()
    }

    private static func number(_ position: Int) -> Int? {
        numbers.indices.contains(position) ? numbers[position] : nil
    }

    /// The processor time of the process.
    private static var processorTime: Duration {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let (user, system) = (usage.ru_utime, usage.ru_stime)
        return .seconds(user.tv_sec + system.tv_sec) + .microseconds(user.tv_usec + system.tv_usec)
    }

    private static func report(from start: FrameStatistics, processor: Duration, seconds: Int, to end: FrameStatistics) {
        let count = end.count - start.count
        let average = (end.total - start.total) / max(1, count)
        print("\(count / max(1, seconds)) frames a second, \(average) to draw one, \(end.longest) the longest")
        print("\(processor) of processor time in \(seconds) s, with the renderer and the session")
    }
}
