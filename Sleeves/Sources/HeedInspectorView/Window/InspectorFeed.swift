import GTKAdapters
import Heed
import HeedInspector

/// Brings pictures of a session to the main actor, while they are wanted.
@MainActor
final class InspectorFeed {
    // State, all protected by the main actor:
    // - query: what the window asks for; the worker has a copy.
    // - run: counts how often `polling` began.
    // - polling: asks for reports. `nil` while the window is hidden or paused, so that nothing wakes up.

    /// The time between two reports.
    private nonisolated static let interval = Duration.milliseconds(100)

    /// Called with each picture.
    var onPicture: ((InspectorPicture) -> Void)?

    /// The number of times that reports have begun to be taken. A problem of an earlier time is over.
    private(set) var run = 0

    private let worker: InspectorWorker
    private let epoch = ContinuousClock.now
    private var receptionist: Receptionist?
    private var polling: Task<Void, Never>?
    private var asking: Task<Void, Never>?

    init(_ session: any InspectorSession) {
        let pictures = Subject<InspectorPicture>()
        worker = InspectorWorker(session, epoch: epoch, pictures: pictures)
        receptionist = Receptionist(for: .values(of: pictures), on: .glib, delivering: .latest) { [weak self] picture in
            self?.onPicture?(picture)
        }
    }

    isolated deinit {
        polling?.cancel()
        asking?.cancel()
    }

    /// The request for a picture.
    var query = InspectorQuery() {
        didSet {
            guard query != oldValue else { return }
            let (former, query) = (asking, query)
            // In order, so that the last one counts.
            asking = Task.detached { [worker] in
                await former?.value
                await worker.ask(query)
            }
        }
    }

    /// Whether reports are taken.
    var isRunning = false {
        didSet {
            guard isRunning != oldValue else { return }
            polling?.cancel()
            polling = nil
            if isRunning { poll() } else { Task.detached { [worker] in await worker.pause() } }
        }
    }

    /// The present time, as lights measure it.
    var seconds: Double { (ContinuousClock.now - epoch) / .seconds(1) }

    /// Forgets what has happened.
    func clear() {
        Task.detached { [worker] in await worker.clear() }
    }

    /// Returns what is known, to save it.
    func report() async -> InspectorReport { await worker.report() }

    /// Returns the calls that led to an event.
    func backtrace(of event: UInt64) async -> [StackFrame] { await worker.backtrace(of: event) }

    /// Returns the node of an event.
    func node(ofEvent number: UInt64) async -> NodeID? { await worker.node(ofEvent: number) }

    private func poll() {
        run += 1
        polling = Task.detached { [worker, run] in
            // It ends by itself when the other process is gone, or busy. The window then offers to try again.
            while !Task.isCancelled, await worker.poll(in: run) {
                try? await Task.sleep(for: Self.interval, tolerance: .milliseconds(20))
            }
        }
    }
}
