internal import Glibc
internal import Localization
internal import SleevesLibrary
internal import Synchronization

/// A line on standard error that shows progress, speed and remaining time. Shows nothing if standard error isn't a terminal.
///
/// Shared state: `state`, protected by its lock.
final class ProgressBar: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant?
        var estimate = ProgressEstimate()
        var fraction = ImportFraction()
    }

    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let state = Mutex(State())

    /// Shows a stage of an import, at most twenty times a second, so that the terminal doesn't slow the import.
    func show(_ stage: ImportStage) {
        let fraction = state.withLock { state in
            state.fraction.update(stage)
            return state.fraction.value
        }
        switch stage {
        case .lists(let done, let count): show(localized("Reading"), done, count, localized("lists"), fraction)
        case .adding(let done, let count, _): show(localized("Adding"), done, count, localized("albums"), fraction)
        case .reading(let progress): show(localized("Reading"), progress.filesDone, progress.filesFound, localized("files"), fraction)
        case .covers(let done, let count): show(localized("Covers"), done, count, localized("albums"), fraction)
        }
    }

    private func show(_ title: String, _ done: Int, _ count: Int, _ unit: String, _ fraction: Double) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        let estimate: ProgressEstimate? = state.withLock { state in
            state.estimate.update(stage: title, done: done, of: count, at: now)
            if let last = state.lastShown, now - last < .milliseconds(50) { return nil }
            state.lastShown = now
            return state.estimate
        }
        guard let estimate else { return }
        StandardError.write(
            "\r" + line(title, done, count, unit, fraction, estimate).prefix((TerminalText.width(of: STDERR_FILENO) ?? 80) - 1) + "\u{1B}[K"
        )
    }

    /// Calls `body`, and then clears the line, which would otherwise be in the way of what is printed.
    func clearing<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        defer { clear() }
        return try await body()
    }

    /// Clears the line.
    private func clear() {
        if isTerminal { StandardError.write("\r\u{1B}[K") }
    }

    /// Shows the progress of fetching covers, at most twenty times a second.
    func show(_ progress: CoverProgress) {
        let fraction = Double(progress.done) / Double(max(1, progress.count))
        show(localized("Covers"), progress.done, progress.count, localized("covers"), fraction)
    }

    private func line(
        _ title: String, _ done: Int, _ count: Int, _ unit: String, _ fraction: Double, _ estimate: ProgressEstimate
    ) -> String {
        let width = 24
        let filled = min(width, Int(Double(width) * fraction))
        var line = "\(title) " + String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        line += " \(done)/\(count) \(unit)"
        if let rate = estimate.rate { line += " · \(Int(rate.rounded()))/s" }
        if let remaining = estimate.remaining { line += " · " + localized("{time} left", ["time": Self.words(for: remaining)]) }
        return line
    }

    private static func words(for duration: Duration) -> String {
        let seconds = Int(duration.components.seconds) + 1
        return seconds < 60
            ? localized("{number} s", ["number": "\(seconds)"])
            : localized("{number} min", ["number": "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"])
    }
}
