import GTKAdapters
import HeedInspector
import Localization

/// The durations of a handler's calls: a bar for each power of two of a microsecond.
@MainActor
final class HistogramView: Canvas {
    private static let label = 18.0
    private static let labelWidth = 52.0
    private var bins: [Int] = []
    private var first = 0

    init() {
        super.init(accessibleLabel: localized("Distribution of durations"))
        setMinimumSize(height: 84)
        onDraw = { [weak self] in self?.draw($0) }
    }

    /// Shows the times of a handler.
    func show(_ times: InspectorReport.HandlerTimes) {
        let used = times.histogram.indices.filter { times.histogram[$0] > 0 }
        guard let low = used.first, let high = used.last else { return }
        // A few more, so that a single bar has neighbours to be compared with.
        let range = max(0, low - 1)...min(times.histogram.count - 1, max(high + 1, low + 5))
        let bins = Array(times.histogram[range])
        guard bins != self.bins || first != range.lowerBound else { return }
        (self.bins, first) = (bins, range.lowerBound)
        let texts = bins.enumerated().filter { $0.element > 0 }.map { offset, count in
            localized("{count} below {time}", ["count": formatted(count), "time": Self.limit(ofBin: first + offset)])
        }
        setAccessibleDescription(texts.joined(separator: ", "))
        redraw()
    }

    private func draw(_ painter: Painter) {
        guard let most = bins.max(), most > 0 else { return }
        let (text, accent) = (paint(.text), paint(.accent))
        let step = painter.area.width / Double(bins.count)
        let height = painter.area.height - Self.label
        // As many labels as there is room for.
        let stride = max(1, Int((Self.labelWidth / step).rounded(.up)))
        for (index, count) in bins.enumerated() {
            let position = Double(isRightToLeft ? bins.count - 1 - index : index)
            let slot = Area(x: position * step, y: 0, width: step, height: height)
            let bar = count == 0 ? 1 : max(3, height * Double(count) / Double(most))
            painter.fill(
                Area(x: slot.x + 2, y: height - bar, width: max(1, step - 4), height: bar), radius: min(3, bar / 2),
                count == 0 ? text.faded(0.15) : accent.faded(0.85))
            guard index % stride == 0 else { continue }
            let label = Self.limit(ofBin: first + index)
            let width = painter.measure(label, .caption).width + 2
            let x = min(max(0, slot.middle.x - width / 2), painter.area.width - width)
            painter.draw(label, .caption, in: Area(x: x, y: height + 2, width: width, height: Self.label - 2), text.faded(0.7))
        }
    }

    private static func limit(ofBin bin: Int) -> String {
        shownDuration(.microseconds(1 << bin))
    }
}
