import GTKAdapters

/// Keeps up with somebody who goes through albums quickly: what is asked for by itself is done at once, and of what comes in quick
/// succession only the last.
///
/// The details are debounced because laying out a list of tracks takes longer than a frame.
@MainActor
final class Debouncer {
    private static let quick = Duration.milliseconds(200)
    private static let rest = 120

    private var lastAsked: ContinuousClock.Instant?
    private var waiting: MainLoopSource?

    /// Does something now or soon, unless it is overtaken.
    func run(_ work: @escaping @MainActor () -> Void) {
        let now = ContinuousClock.now
        let isQuick = lastAsked.map { now - $0 < Self.quick } ?? false
        lastAsked = now
        waiting = nil
        guard isQuick else { return work() }
        waiting = MainLoop.after(milliseconds: Self.rest, work)
    }
}
