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
    private var fraction = ImportFraction()

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

    /// Shows that an import begins.
    func begin() {
        words.text = localized("Looking for files…")
        isVisible = true
    }

    /// Shows the import's progress. The bar never goes back.
    func show(_ stage: ImportStage) {
        fraction.update(stage)
        bar.fraction = fraction.value
        switch stage {
        case .lists(_, let count): words.text = localized(one: "Reading {count} list…", other: "Reading {count} lists…", count: count)
        case .adding(let done, let count, _):
            show(stage: "adding", done, of: count) { values, isTimed in
                isTimed
                    ? localized("{done} of {count} albums added, {time} left", values)
                    : localized("{done} of {count} albums added", values)
            }
        case .reading(let progress) where progress.filesDone == 0:
            words.text =
                progress.filesFound == 0
                ? localized("Looking for files…")
                : localized(one: "Checking {count} file…", other: "Checking {count} files…", count: progress.filesFound)
        case .reading(let progress) where progress.searched < 1:
            words.text = localized(one: "{count} file read", other: "{count} files read", count: progress.filesDone)
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
        fraction = ImportFraction()
        bar.fraction = 0
    }

    /// - Parameter text: Returns the text for values; the flag says whether they include the remaining time.
    private func show(stage: String, _ done: Int, of count: Int, text: ([String: String], Bool) -> String) {
        estimate.update(stage: stage, done: done, of: count)
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
