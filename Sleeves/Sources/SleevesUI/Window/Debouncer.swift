import GTKAdapters

/// A debouncer for quick browsing: a single request runs at once, and of requests in quick succession only the last one runs.
///
/// The details are debounced because laying out a list of tracks takes longer than a frame.
@MainActor
final class Debouncer {
    private static let quick = Duration.milliseconds(200)
    private static let rest = 120

    private var lastAsked: ContinuousClock.Instant?
    private var waiting: MainLoopSource?

    /// Runs a closure now or soon, unless a newer one replaces it.
    func run(_ work: @escaping @MainActor () -> Void) {
        let now = ContinuousClock.now
        let isQuick = lastAsked.map { now - $0 < Self.quick } ?? false
        lastAsked = now
        waiting = nil
        guard isQuick else { return work() }
        waiting = MainLoop.after(milliseconds: Self.rest, work)
    }
}
