internal import Foundation
internal import SleevesLibrary
internal import Synchronization

/// A line on standard error that shows how far an import has come. Shows nothing where standard error is no terminal.
///
/// What is protected by what: `lastShown` by its lock.
final class ProgressBar: Sendable {
    private let isTerminal = isatty(STDERR_FILENO) == 1
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Shows a stage, at most twenty times a second, so that the terminal does not slow the import.
    func show(_ stage: ImportStage) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        let isDue = lastShown.withLock { last in
            if let last, now - last < .milliseconds(50) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        switch stage {
        case .reading(let progress): draw("Reading", done: progress.filesDone, count: progress.filesFound, unit: "files")
        case .covers(let done, let count): draw("Covers", done: done, count: count, unit: "albums")
        }
    }

    /// Takes the line away.
    func clear() {
        if isTerminal { StandardError.write("\r\u{1B}[K") }
    }

    private func draw(_ title: String, done: Int, count: Int, unit: String) {
        let width = 24
        let filled = count == 0 ? 0 : min(width, width * done / count)
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
        StandardError.write("\r\(title) \(bar) \(done)/\(count) \(unit)\u{1B}[K")
    }
}
