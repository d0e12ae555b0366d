import GTKAdapters
import HeedInspector
import Localization

/// The answers about the selected node. Each section changes only when its own answer does.
@MainActor
final class DetailsPage: Box {
    /// Called when the user opens another node.
    var onOpen: ((NodeID) -> Void)?
    /// Called when the user shows the parts of a node one by one, or together again.
    var onExpand: ((NodeID, Bool) -> Void)?
    /// Called when the user asks for the calls that led to an event.
    var onBacktrace: ((UInt64) -> Void)?

    private let title = Label(style: "title-3")
    private let subtitle = Label(style: "dim-label")
    private let expandButton = Button("")
    private let facts = DetailsSection(localized("Details"))
    private let neighbours = DetailsSection("")
    private let why = DetailsSection(localized("Why It Fired Last"))
    private let backtraceButton = Button(localized("Show Backtrace"), style: "flat")
    private let backtrace = DetailsSection(localized("Backtrace"))
    private let whyNot = DetailsSection(localized("Why It Isn’t Called"))
    private let times = DetailsSection(localized("Handler Times"))
    private let histogram = HistogramView()
    private let problems = DetailsSection(localized("Leaks and Mistakes"))
    private let scroller = ScrolledWindow()
    private var details: NodeDetails?

    init() {
        super.init(.vertical)
        for label in [title, subtitle] {
            label.wraps = true
            label.textAlignment = 0
            label.isSelectable = true
        }
        expandButton.horizontalAlignment = .start
        expandButton.isVisible = false
        expandButton.onClick = { [weak self] in self?.expand() }
        backtraceButton.horizontalAlignment = .start
        backtraceButton.onClick = { [weak self] in
            if let origin = self?.details?.origin { self?.onBacktrace?(origin) }
        }
        neighbours.onOpen = { [weak self] place in
            guard let details = self?.details, details.neighbours.indices.contains(place) else { return }
            self?.onOpen?(details.neighbours[place].id)
        }
        let heading = Box(.vertical, spacing: 2, [title, subtitle])
        let parts: [Widget] = [
            heading, expandButton, problems, facts, neighbours, why, backtraceButton, backtrace, whyNot, times, histogram,
        ]
        let content = Box(.vertical, spacing: 16, parts)
        content.margins = Margins(horizontal: 16, vertical: 16)
        scroller.child = content
        scroller.expandsVertically = true
        append(scroller)
        setMinimumSize(width: 320)
    }

    /// Shows the answers about a node.
    func show(_ details: NodeDetails) {
        guard details != self.details else { return }
        let isOther = details.id != self.details?.id
        let isOtherEvent = details.origin != self.details?.origin
        self.details = details
        if title.text != details.title { title.text = details.title }
        if subtitle.text != details.subtitle { subtitle.text = details.subtitle }
        expandButton.label = details.canExpand ? localized("Show One by One") : localized("Show Together")
        expandButton.isVisible = details.canExpand || details.group != nil
        problems.show(details.problems.map { .init(title: $0, isProblem: true) })
        facts.show(details.facts.map { .init(title: $0.name, trailing: $0.value) })
        neighbours.title = details.id.isSource ? localized("Observers") : localized("Sources")
        neighbours.show(
            details.neighbours.map { .init(title: $0.title, subtitle: $0.subtitle, isActivatable: true) },
            note: details.furtherCount > 0
                ? localized(one: "{count} more", other: "{count} more", count: details.furtherCount) : nil)
        why.show(details.why.enumerated().map { .init(title: $1.drop { $0 == " " }.description, depth: $0) })
        backtraceButton.isVisible = details.origin != nil
        if isOther || isOtherEvent { backtrace.show([]) }
        whyNot.show(details.whyNot.map { .init(title: $0) })
        show(details.times)
        if isOther { scroller.scrollToTop() }
    }

    /// Shows the calls that led to an event, innermost first.
    func show(_ frames: [StackFrame]) {
        backtraceButton.isVisible = false
        guard !frames.isEmpty else {
            return backtrace.show([.init(title: localized("The calls that led here are no longer known."))])
        }
        backtrace.show(
            frames.map { frame in
                .init(
                    title: frame.function ?? "0x" + String(frame.address, radix: 16),
                    subtitle: frame.place.map(ObservationGraph.shortened) ?? "")
            })
    }

    /// Moves the keyboard focus to the page.
    func takeFocus() {
        if !neighbours.takeFocus() { title.grabFocus() }
    }

    private func show(_ times: InspectorReport.HandlerTimes?) {
        histogram.isVisible = times != nil
        guard let times else { return self.times.show([]) }
        histogram.show(times)
        self.times.show([
            .init(title: localized("Calls"), trailing: formatted(times.count)),
            .init(title: localized("Average"), trailing: shownDuration(times.total / max(1, times.count))),
            .init(title: localized("Longest"), trailing: shownDuration(times.longest)),
        ])
    }

    private func expand() {
        guard let details else { return }
        if details.canExpand { onExpand?(details.id, true) } else if let group = details.group { onExpand?(group, false) }
    }
}
