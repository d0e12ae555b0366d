import HeedInspector

/// A text to look for in a report: words, each of which must be in what is known of a source or an observer.
struct ReportFilter: Sendable, Equatable {
    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split(separator: " ").map(String.init)
    }

    /// Whether everything passes.
    var isEmpty: Bool { words.isEmpty }

    /// Returns whether a source passes.
    func matches(_ source: InspectorReport.Source) -> Bool {
        matches([source.name, source.object])
    }

    /// Returns whether an observer passes.
    func matches(_ observer: InspectorReport.Observer) -> Bool {
        matches([observer.place?.description, observer.keyPath, observer.context, observer.policy])
    }

    private func matches(_ texts: [String?]) -> Bool {
        guard !words.isEmpty else { return true }
        let text = texts.compactMap(\.self).joined(separator: " ").lowercased()
        return words.allSatisfy(text.contains)
    }
}
