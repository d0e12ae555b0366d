import GTKAdapters
import Localization
import SleevesLibrary

/// A bar below the header that shows an import's progress, with a button that stops it.
@MainActor
final class ImportBar: Bin {
    private let words = Label(style: "caption", "numeric")
    private let bar = ProgressBar()
    private let cancelButton: Button
    private var estimate = ProgressEstimate()

    /// - Parameter cancel: Stops the import.
    init(cancel: @escaping @MainActor () -> Void) {
        cancelButton = Button(localized("Cancel"), style: "flat", onClick: cancel)
        super.init()
        bar.setAccessibleLabel(localized("Progress of the import"))
        words.isEllipsized = true
        words.textAlignment = 0
        // One above the other, so that the text has room in a narrow window.
        let progress = Box(.vertical, spacing: 6, [words, bar])
        progress.expandsHorizontally = true
        progress.verticalAlignment = .center
        let row = Box(.horizontal, spacing: 12, [progress, cancelButton])
        row.margins = Margins(horizontal: 12, vertical: 4)
        child = row
        isVisible = false
    }

    /// Shows the import's progress; the bar pulses while the total is unknown.
    func show(_ stage: ImportStage) {
        isVisible = true
        switch stage {
        case .reading(let progress) where progress.filesDone == 0:
            bar.pulse()
            words.text =
                progress.filesFound == 0
                ? localized("Looking for files…")
                : localized(one: "Checking {count} file…", other: "Checking {count} files…", count: progress.filesFound)
        case .reading(let progress):
            show(stage: "reading", progress.filesDone, of: progress.filesFound) { values, isTimed in
                isTimed
                    ? localized("{done} of {count} files read, {time} left", values)
                    : localized("{done} of {count} files read", values)
            }
        case .covers(let done, let count):
            show(stage: "covers", done, of: count) { values, isTimed in
                isTimed
                    ? localized("{done} of {count} covers taken, {time} left", values)
                    : localized("{done} of {count} covers taken", values)
            }
        }
    }

    /// Hides the bar.
    func hide() {
        isVisible = false
        estimate = ProgressEstimate()
        bar.fraction = 0
    }

    /// - Parameter text: Returns the text for values; the flag says whether they include the remaining time.
    private func show(stage: String, _ done: Int, of count: Int, text: ([String: String], Bool) -> String) {
        estimate.update(stage: stage, done: done, of: count)
        bar.fraction = count == 0 ? 0 : Double(done) / Double(count)
        var values = ["done": formatted(done), "count": formatted(count)]
        if let remaining = estimate.remaining, remaining > .seconds(2) { values["time"] = Self.words(for: remaining) }
        words.text = text(values, values["time"] != nil)
    }

    private static func words(for duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 60
            ? localized("{number} s", ["number": String(seconds)])
            : localized("{number} min", ["number": String((seconds + 59) / 60)])
    }
}
