import GTKAdapters
import Localization
import SleevesLibrary

/// The copies of a record that a collector owns.
@MainActor
final class CopiesList: Bin {
    private let group = PreferencesGroup(title: localized("Copies"))

    init() {
        super.init(group)
    }

    /// Shows the copies. Hides itself if there are none.
    func show(_ copies: [CopyRecord]) {
        group.removeAll()
        for (index, copy) in copies.enumerated() {
            let name = copies.count == 1 ? localized("Your Copy") : localized("Copy {number}", ["number": String(index + 1)])
            let row = ActionRow(name, subtitle: Self.lines(of: copy).joined(separator: "\n"))
            if let rating = copy.rating, (1...5).contains(rating) { row.addSuffix(Self.stars(rating)) }
            group.add(row)
        }
        isVisible = !copies.isEmpty
    }

    private static func lines(of copy: CopyRecord) -> [String] {
        [
            copy.mediaCondition.map { localized("Record: {condition}", ["condition": $0]) },
            copy.sleeveCondition.map { localized("Sleeve: {condition}", ["condition": $0]) },
            copy.folder.map { localized("Filed in {folder}", ["folder": $0]) },
            copy.added.map { localized("Added on {date}", ["date": day($0.timeIntervalSince1970)]) },
            copy.notes,
        ].compactMap(\.self)
    }

    /// Returns a day as the page writes it.
    static func day(_ seconds: Double) -> String {
        DateText.day(seconds, format: localized("%-d %B %Y", context: "a day, as strftime writes it"))
    }

    private static func stars(_ rating: Int) -> Label {
        let stars = Label(String(repeating: "★", count: rating) + String(repeating: "☆", count: 5 - rating), style: "dim-label")
        let words = localized("Rated {rating} of 5", ["rating": String(rating)])
        stars.setAccessibleLabel(words)
        stars.tooltip = words
        return stars
    }
}
