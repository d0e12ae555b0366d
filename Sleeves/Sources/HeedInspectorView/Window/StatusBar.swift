import GTKAdapters
import Localization

/// The line at the bottom of the window: how much is observed, and how much happens.
@MainActor
final class StatusBar: Box {
    private let counts = Label(style: "caption", "numeric", "dim-label")
    private let problems = Label(style: "caption", "numeric", "error")
    private var shown: InspectorPicture.Counts?

    init() {
        super.init(.horizontal, spacing: 12)
        counts.isEllipsized = true
        counts.textAlignment = 0
        counts.expandsHorizontally = true
        append(counts)
        append(problems)
        margins = Margins(horizontal: 12, vertical: 6)
    }

    /// Shows numbers.
    func show(_ numbers: InspectorPicture.Counts) {
        guard numbers != shown else { return }
        shown = numbers
        var parts = [
            localized(one: "{count} source", other: "{count} sources", count: numbers.sources),
            localized(one: "{count} observer", other: "{count} observers", count: numbers.observers),
            localized(one: "{count} event per second", other: "{count} events per second", count: numbers.eventsPerSecond),
        ]
        if numbers.lostEvents > 0 {
            let lost = Int(numbers.lostEvents)
            parts.append(localized(one: "{count} event no longer kept", other: "{count} events no longer kept", count: lost))
        }
        counts.text = parts.joined(separator: " · ")
        counts.tooltip = counts.text
        var wrong: [String] = []
        if numbers.leaks > 0 { wrong.append(localized(one: "{count} leak", other: "{count} leaks", count: numbers.leaks)) }
        if numbers.mistakes > 0 {
            wrong.append(localized(one: "{count} mistake", other: "{count} mistakes", count: numbers.mistakes))
        }
        problems.text = wrong.joined(separator: " · ")
        problems.isVisible = !wrong.isEmpty
    }
}
