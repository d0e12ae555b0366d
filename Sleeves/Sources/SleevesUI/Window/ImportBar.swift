import GTKAdapters
import Localization
import SleevesLibrary

/// A bar below the header that shows an import's progress, with a button that stops it.
@MainActor
final class ImportBar: Bin {
    private let words = Label(style: "caption", "numeric")
    private let bar = ProgressBar()
    private lazy var cancelButton = Button(localized("Cancel"), style: "flat") { [weak self] in self?.cancel() }
    private var estimate = ProgressEstimate()
    private var fraction = ImportFraction()
    private let onCancel: @MainActor () -> Void

    /// - Parameter onCancel: Stops the import.
    init(onCancel: @escaping @MainActor () -> Void) {
        self.onCancel = onCancel
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

    /// Stops the import, and shows that it has been told to: a disk that doesn't answer can delay its end.
    private func cancel() {
        cancelButton.isSensitive = false
        onCancel()
    }

    /// Shows that an import begins.
    func begin() {
        cancelButton.isSensitive = true
        words.text = localized("Looking for files…")
        isVisible = true
    }

    /// Shows the import's progress. The bar never goes back.
    func show(_ stage: ImportStage) {
        fraction.update(stage)
        bar.fraction = fraction.value
        switch stage {
        case .reading(let progress) where progress.filesDone == 0:
            words.text =
                progress.filesFound == 0
                ? localized("Looking for files…")
                : localized(one: "Checking {count} file…", other: "Checking {count} files…", count: progress.filesFound)
        case .reading(let progress) where progress.searched < 1:
            words.text = localized(one: "{count} file read", other: "{count} files read", count: progress.filesDone)
        case .lists, .adding, .reading, .covers: words.text = timedText(of: stage)
        }
    }

    /// Hides the bar.
    func hide() {
        isVisible = false
        estimate = ProgressEstimate()
        fraction = ImportFraction()
        bar.fraction = 0
    }

    private func timedText(of stage: ImportStage) -> String {
        let (name, done, count) = stage.extent
        estimate.update(stage: name, done: done, of: count)
        var values = ["done": formatted(done), "count": formatted(count)]
        if let remaining = estimate.remaining, remaining > .seconds(2) { values["time"] = Self.words(for: remaining) }
        return stage.text(values)
    }

    private static func words(for duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        return seconds < 60
            ? localized("{number} s", ["number": String(seconds)])
            : localized("{number} min", ["number": String((seconds + 59) / 60)])
    }
}
