import GTKAdapters
import Localization
import SleevesLibrary

/// The row of a source, with buttons that read it again, forget it, and show its problems.
@MainActor
final class SourceRow {
    let row: ActionRow
    private let problems = Button(icon: "dialog-warning-symbolic", tooltip: localized("Show Problems"), style: "flat")
    private let read = Button(icon: "view-refresh-symbolic", tooltip: localized("Read Again"), style: "flat")
    private let forget = Button(icon: "list-remove-symbolic", tooltip: localized("Forget", context: "a folder"), style: "flat")
    private let spinner = Spinner()

    /// Called when a button is clicked.
    var onProblems: (() -> Void)?
    var onRead: (() -> Void)?
    var onForget: (() -> Void)?

    init(_ source: LibrarySource) {
        row = ActionRow(FolderName.shown(source.path))
        row.addPrefix(Self.symbol(source.kind == .folder ? "folder-symbolic" : "text-x-generic-symbolic"))
        for button in [problems, read, forget] {
            button.verticalAlignment = .center
            button.setMinimumSize(width: 44, height: 44)
            row.addSuffix(button)
        }
        row.addSuffix(spinner)
        problems.onClick = { [weak self] in self?.onProblems?() }
        read.onClick = { [weak self] in self?.onRead?() }
        forget.onClick = { [weak self] in self?.onForget?() }
    }

    /// Returns a symbol without a meaning of its own.
    static func symbol(_ name: String) -> Icon {
        let icon = Icon(name)
        icon.setAccessibleRole(.presentation)
        return icon
    }

    /// Whether a button has the keyboard focus.
    var hasFocus: Bool { [problems, read, forget].contains { $0.hasFocus } }

    /// Moves the keyboard focus to the button that forgets the source.
    func takeFocus() {
        forget.grabFocus()
    }

    /// - Parameter isReading: Whether the source is being read.
    func show(_ source: LibrarySource, isReading: Bool) {
        var counts = [localized(one: "{count} album", other: "{count} albums", count: source.albumCount)]
        if source.problemCount > 0 {
            counts.append(localized(one: "{count} problem", other: "{count} problems", count: source.problemCount))
        }
        row.subtitle = [counts.joined(separator: localized(", ", context: "between counts")), Self.state(of: source, isReading: isReading)]
            .compactMap(\.self).joined(separator: "\n")
        problems.isVisible = source.problemCount > 0
        read.isSensitive = !source.isAway && !isReading
        spinner.isSpinning = isReading
        spinner.isVisible = isReading
    }

    private static func state(of source: LibrarySource, isReading: Bool) -> String? {
        if isReading { return localized("Being read…") }
        if source.isAway { return source.kind == .folder ? localized("Not connected") : localized("The file is not there") }
        guard let date = source.lastRead else { return nil }
        let format = localized("%-d %B %Y, %H:%M", context: "a day and a time, as strftime writes it")
        return localized("Last read on {date}", ["date": DateText.day(date.timeIntervalSince1970, format: format)])
    }
}
