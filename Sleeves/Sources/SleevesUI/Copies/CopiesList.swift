import GTKAdapters
import Localization
import SleevesLibrary

/// The copies of a record that a collector owns, a card for each.
@MainActor
final class CopiesList: Box {
    /// Called with a copy that the user wants to do something with.
    var onRequest: ((AlbumCopy, CopyRequested.Act) -> Void)?
    /// Called with a facet that the user opens: the place of a copy.
    var onFacet: ((AlbumFacet) -> Void)?

    private let add = Button(icon: "list-add-symbolic", tooltip: localized("Add a Copy"), style: "flat")
    private var cards: [CopyCard] = []

    init() {
        let heading = Label(localized("Copies"), style: "heading")
        heading.setAccessibleRole(.heading)
        heading.textAlignment = 0
        heading.expandsHorizontally = true
        add.actionName = "app.add-copy"
        super.init(.vertical, spacing: 12, [Box(.horizontal, [heading, add])])
    }

    /// Shows the copies.
    func show(_ copies: [AlbumCopy]) {
        // Cards stay, so that the keyboard focus does, too.
        while cards.count > copies.count {
            guard let card = cards.popLast() else { break }
            card.passFocus(to: cards.last ?? add)
            remove(card)
        }
        while cards.count < copies.count {
            let card = CopyCard()
            card.onRequest = { [weak self] copy, act in self?.onRequest?(copy, act) }
            card.onFacet = { [weak self] facet in self?.onFacet?(facet) }
            cards.append(card)
            append(card)
        }
        for (index, (card, copy)) in zip(cards, copies).enumerated() {
            let name = copies.count == 1 ? localized("Your Copy") : localized("Copy {number}", ["number": String(index + 1)])
            card.show(copy, name: copy.record.isWanted ? localized("Wanted") : name)
        }
    }
}

/// A copy: its name with buttons, and a table of what is known of it.
@MainActor
private final class CopyCard: Bin {
    var onRequest: ((AlbumCopy, CopyRequested.Act) -> Void)?
    var onFacet: ((AlbumFacet) -> Void)?

    private let name = Label(style: "fact", "heading")
    private let stars = Label(style: "dim-label")
    private lazy var lend = button("document-send-symbolic", localized("Lend This Copy"), .lend)
    private lazy var takeBack = button("edit-undo-symbolic", localized("It Is Back"), .takeBack)
    private let get = Button(localized("I Got It"))
    private let rows = CopyField.allCases.filter { $0.kind != .rating && $0.kind != .mark }.map { ($0, DetailRow($0.label)) }
    private let edition = DetailRow(localized("Edition"))
    private let table: PlainList
    private var copy: AlbumCopy?

    init() {
        let line = Box(.horizontal, spacing: 6)
        line.margins = Margins(horizontal: 12, vertical: 0)
        table = PlainList(style: "boxed-list", rows: [PlainList.Row(line), edition] + rows.map(\.1))
        super.init(table)
        name.textAlignment = 0
        name.expandsHorizontally = true
        get.verticalAlignment = .center
        get.onClick = { [weak self] in
            if let self, let copy { onRequest?(copy, .get) }
        }
        let edit = button("document-edit-symbolic", localized("Edit This Copy"), .edit)
        for widget in [name, stars, get, lend, takeBack, edit] as [Widget] { line.append(widget) }
    }

    private func button(_ icon: String, _ tooltip: String, _ act: CopyRequested.Act) -> Button {
        let button = Button(icon: icon, tooltip: tooltip, style: "flat") { [weak self] in
            if let self, let copy { onRequest?(copy, act) }
        }
        button.verticalAlignment = .center
        return button
    }

    func show(_ copy: AlbumCopy, name text: String) {
        self.copy = copy
        name.text = text
        table.setAccessibleLabel(text)
        get.isVisible = copy.record.isWanted
        lend.isVisible = !copy.record.isWanted && copy.record[.lentTo] == nil
        takeBack.isVisible = copy.record[.lentTo] != nil
        show(rating: copy.record.rating)
        edition.text = copy.edition
        for (field, row) in rows {
            let value = Self.text(of: field, copy.record)
            if field == .place, let value {
                row.showLinks([value]) { [weak self] _ in self?.onFacet?(.place(value)) }
            } else {
                row.text = value
            }
        }
    }

    private func show(rating: Int?) {
        stars.isVisible = rating != nil
        guard let rating else { return }
        stars.text = String(repeating: "★", count: rating) + String(repeating: "☆", count: max(0, 5 - rating))
        let words = localized("Rated {rating} of 5", ["rating": String(rating)])
        stars.setAccessibleLabel(words)
        stars.tooltip = words
    }

    /// Returns a value as the page shows it.
    private static func text(of field: CopyField, _ copy: CopyRecord) -> String? {
        switch field.kind {
        case .text, .rating, .mark: copy[field]
        case .day: copy[field].map { day in CopyField.noon(ofDay: day).map { DateText.day($0.timeIntervalSince1970) } ?? day }
        case .moment: copy.added.map { DateText.day($0.timeIntervalSince1970) }
        }
    }
}

extension DateText {
    /// Returns a day as the page writes it.
    ///
    /// - Parameter seconds: The seconds since the beginning of 1970, UTC.
    static func day(_ seconds: Double) -> String {
        day(seconds, format: localized("%-d %B %Y", context: "a day, as strftime writes it"))
    }
}
