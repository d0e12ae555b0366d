internal import CHeedThreads
internal import Observation
import Synchronization

/// The reads of an expression as Observation tracks them: those of objects that only Observation knows.
///
/// Observation announces the first change of any of them, once, before the change is made. So the observer has to read the expression again
/// afterwards, in a job of its own.
///
/// State and its protection: all state is atomic, or protected by its lock.
@usableFromInline
final class TrackedReads: Sendable {
    /// Read in every tracking but the first, so that a change of it ends the tracking. Otherwise each reading of the expression would leave a
    /// tracking behind in objects that don't change.
    private let ending = TrackedProperties()
    /// The number of the last tracking. The announcements of others don't count.
    private let round = Atomic<UInt64>(0)
    /// The number of the last tracking that has ended with an announcement.
    private let announcedRound = Atomic<UInt64>(0)
    private let exist = Atomic<Bool>(false)
    private let isStopped = Atomic<Bool>(false)
    private let observer = Lock<Observer?>(nil)

    private struct Observer: Sendable {
        weak var observation: KeyPathObservation?
    }

    init() {}

    deinit { endTracking() }

    /// Whether the expression has read anything that Observation tracks.
    var areTracked: Bool { exist.load(ordering: .acquiring) }

    /// Whether an announcement has ended the last tracking.
    var haveBeenAnnounced: Bool { announcedRound.load(ordering: .acquiring) == round.load(ordering: .acquiring) }

    /// Reads an expression, and tracks what it reads instead of what it read before.
    @usableFromInline
    func read<Value>(_ expression: () -> Value) -> Value {
        if isStopped.load(ordering: .acquiring) { return expression() }
        let round = round.add(1, ordering: .acquiringAndReleasing).newValue
        endTracking()
        func tracked() -> Value {
            if areTracked { ending.wasAccessed(0) }
            return expression()
        }
        // The handler is made only if there is something to track.
        return withObservationTracking(tracked, onChange: beginTracking(round))
    }

    /// Tells an observation of announced changes from now on.
    func tell(_ observation: KeyPathObservation) {
        observer.withLock { $0 = Observer(observation: observation) }
        if areTracked { observation.mayBeAnnouncedTo() }
    }

    /// Reads without tracking from now on.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        endTracking()
    }

    private var observation: KeyPathObservation? { observer.withLock { $0?.observation } }

    /// Makes the handler of a tracking that has found something.
    private func beginTracking(_ round: UInt64) -> @Sendable () -> Void {
        if !exist.exchange(true, ordering: .acquiringAndReleasing) { observation?.mayBeAnnouncedTo() }
        return { [weak self] in
            guard let self, self.round.load(ordering: .acquiring) == round else { return }
            announcedRound.store(round, ordering: .releasing)
            observation?.receiveAnnouncement(ofHeed: heed_is_announcing())
        }
    }

    private func endTracking() {
        if areTracked { ending.willSet(0) }
    }
}
