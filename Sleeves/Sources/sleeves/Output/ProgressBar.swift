internal import Glibc
internal import Localization
internal import SleevesLibrary
internal import Synchronization

/// A line on standard error that shows progress, speed and remaining time. Shows nothing if standard error isn't a terminal, or is one that
/// can't clear a line.
///
/// Shared state: `state`, protected by its lock.
final class ProgressBar: Sendable {
    private struct State {
        var lastShown: ContinuousClock.Instant?
        var estimate = ProgressEstimate()
        var fraction = ImportFraction()
    }

    private let isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { strcmp($0, "dumb") } != 0
    private let state = Mutex(State())

    /// Shows a stage of an import, at most twenty times a second, so that the terminal doesn't slow the import.
    func show(_ stage: ImportStage) {
        let fraction = state.withLock { state in
            state.fraction.update(stage)
            return state.fraction.value
        }
        let (name, done, count) = stage.extent
        show(stage: name, done, count, fraction, text: stage.text)
    }

    /// - Parameter text: Returns the text for values, which include the remaining time if it is known.
    private func show(stage: String, _ done: Int, _ count: Int, _ fraction: Double, text: ([String: String]) -> String) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        let estimate: ProgressEstimate? = state.withLock { state in
            state.estimate.update(stage: stage, done: done, of: count, at: now)
            if let last = state.lastShown, now - last < .milliseconds(50) { return nil }
            state.lastShown = now
            return state.estimate
        }
        guard let estimate else { return }
        var values = ["done": formatted(done), "count": formatted(count)]
        if let remaining = estimate.remaining { values["time"] = Self.words(for: remaining) }
        let line = Self.line(text(values), fraction, estimate)
        StandardError.overwrite(String(line.prefix((TerminalText.width(of: STDERR_FILENO) ?? 80) - 1)))
    }

    /// Calls `body`, and then clears the line, which would otherwise be in the way of what is printed.
    func clearing<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        defer { clear() }
        return try await body()
    }

    /// Clears the line.
    private func clear() {
        if isTerminal { StandardError.overwrite("") }
    }

    /// Shows the progress of fetching covers, at most twenty times a second.
    func show(_ progress: CoverProgress) {
        show(progress, stage: "fetching") { values in
            values["time"] == nil
                ? localized("{done} of {count} covers requested", values)
                : localized("{done} of {count} covers requested, {time} left", values)
        }
    }

    /// Shows the progress of copying covers, likewise.
    func showCopying(_ progress: CoverProgress) {
        show(progress, stage: "copying") { values in
            values["time"] == nil
                ? localized("{done} of {count} covers copied", values)
                : localized("{done} of {count} covers copied, {time} left", values)
        }
    }

    private func show(_ progress: CoverProgress, stage: String, text: ([String: String]) -> String) {
        let fraction = Double(progress.done) / Double(max(1, progress.count))
        show(stage: stage, progress.done, progress.count, fraction, text: text)
    }

    private static func line(_ text: String, _ fraction: Double, _ estimate: ProgressEstimate) -> String {
        let width = 24
        let filled = min(width, Int(Double(width) * fraction))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        return "\(bar) \(text)" + (estimate.rate.map { " · \(Int($0.rounded()))/s" } ?? "")
    }

    private static func words(for duration: Duration) -> String {
        let seconds = Int(duration.components.seconds) + 1
        return seconds < 60
            ? localized("{number} s", ["number": "\(seconds)"])
            : localized("{number} min", ["number": "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"])
    }
}
