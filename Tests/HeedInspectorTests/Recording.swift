import Heed
import HeedInspector
import Synchronization
import Testing

/// The tests that record run one after another: there is one recording in a process.
@Suite("Inspector", .serialized)
struct InspectorTests {}

/// Records the handlers of these tests while a closure runs, and nothing that other tests do meanwhile.
func recording<Result>(_ body: () throws -> Result) rethrows -> Result {
    Inspector.start { $0.hasPrefix("HeedInspectorTests/") }
    defer { Inspector.stop() }
    return try body()
}

func recording<Result>(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result) async rethrows -> Result {
    Inspector.start { $0.hasPrefix("HeedInspectorTests/") }
    defer { Inspector.stop() }
    return try await body()
}

@KeyValueObservable
final class Album {
    var title = ""
    var artist = ""
    var heading: String { "\(artist): \(title)" }
    @NotObserved var scratch = 0
    var scratched: Int { scratch + 1 }
}

@KeyValueObservable
final class Artist {
    var name = ""
    var city: String?
    var label: String { name.uppercased() }
}

/// An object whose key paths lead through others.
@KeyValueObservable
final class Release {
    var artist: Artist?
    var producer = Artist()
    var next: Release?
}

/// A context whose jobs run when asked.
final class ManualContext: ExecutionContext {
    private let jobs = Mutex<[@Sendable () -> Void]>([])

    func execute(_ job: @escaping @Sendable () -> Void) {
        jobs.withLock { $0.append(job) }
    }

    func run() {
        let waiting = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in waiting { job() }
    }

    func discard() {
        let discarded = jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        _ = discarded
    }
}

/// The place of the line where it is called.
func here(fileID: String = #fileID, line: Int = #line) -> InspectorReport.Place {
    InspectorReport.Place(fileID: fileID, line: line)
}
