import GTKAdapters
import Localization
import SleevesLibrary

/// The copies of a record that a collector owns, a card for each.
@MainActor
final class CopiesList: Box {
    /// Called with what the user wants to do with a copy.
    var onRequest: ((CopyRequested) -> Void)?
    /// Called with a facet that the user opens: the place of a copy.
    var onFacet: ((AlbumFacet) -> Void)?
    /// Returns the values that copies have in common.
    var commonValues: (@MainActor () async -> [CopyField: [String]])?

    private let add = Button(icon: "list-add-symbolic", tooltip: localized("Add a Copy"), style: "flat")
    private var cards: [CopyCard] = []
    private var shown: (album: Album.ID, copies: Set<CopyID>)?

    init() {
        let heading = Label(localized("Copies"), style: "heading")
        heading.setAccessibleRole(.heading)
        heading.textAlignment = 0
        heading.expandsHorizontally = true
        add.actionName = "app.add-copy"
        super.init(.vertical, spacing: 12, [Box(.horizontal, [heading, add])])
    }

    /// Shows the copies of an album.
    func show(_ copies: [AlbumCopy], of album: Album.ID) {
        // Cards stay, so that the keyboard focus does, too.
        while cards.count > copies.count {
            guard let card = cards.popLast() else { break }
            card.passFocus(to: cards.last ?? add)
            remove(card)
        }
        while cards.count < copies.count {
            let card = CopyCard()
            card.onRequest = { [weak self] request in self?.onRequest?(request) }
            card.onFacet = { [weak self] facet in self?.onFacet?(facet) }
            card.commonValues = { [weak self] in await self?.commonValues?() ?? [:] }
            cards.append(card)
            append(card)
        }
        for (index, (card, copy)) in zip(cards, copies).enumerated() {
            let name = copies.count == 1 ? localized("Your Copy") : localized("Copy {number}", ["number": String(index + 1)])
            card.show(copy, of: album, name: copy.record.isWanted ? localized("Wanted") : name)
        }
        scrollToNewCopy(among: copies, of: album)
    }

    /// Scrolls to the card of a copy that the user has added to the album that was already shown.
    private func scrollToNewCopy(among copies: [AlbumCopy], of album: Album.ID) {
        let former = shown
        shown = (album, Set(copies.map(\.id)))
        guard isMapped, let former, former.album == album else { return }
        let index = copies.firstIndex { $0.isAddedByUser && !former.copies.contains($0.id) }
        if let index { cards[index].scrollIntoViewAfterLayout() }
    }
}

/// A copy: its name with buttons, and a table of what is known of it, which can be edited there.
@MainActor
private final class CopyCard: Bin {
    var commonValues: (@MainActor () async -> [CopyField: [String]])?
    var onRequest: ((CopyRequested) -> Void)?
    var onFacet: ((AlbumFacet) -> Void)?

    private let name = Label(style: "fact", "heading")
    private lazy var lend = button("document-send-symbolic", localized("Lend This Copy"), .lend)
    private lazy var takeBack = button("edit-undo-symbolic", localized("It Is Back"), .takeBack)
    private lazy var edit = button("document-edit-symbolic", localized("Edit This Copy"), .edit)
    private let get = Button(localized("I Got It"))
    private let find = Button(icon: "edit-find-symbolic", tooltip: "", style: "flat")
    private var rows: [(CopyField, DetailRow)]
    private let edition = DetailRow(localized("Edition"))
    private let table: PlainList
    private var shown: (album: Album.ID, copy: AlbumCopy)?

    init() {
        let line = Box(.horizontal, spacing: 6)
        line.margins = Margins(horizontal: 12, vertical: 0)
        rows = CopyField.allCases.filter { $0.kind != .mark }.map { [find] in ($0, DetailRow($0.label, button: $0 == .place ? find : nil)) }
        table = PlainList(style: "boxed-list", rows: [PlainList.Row(line), edition] + rows.map(\.1))
        super.init(table)
        name.textAlignment = 0
        name.expandsHorizontally = true
        get.verticalAlignment = .center
        get.onClick = { [weak self] in self?.request(.get) }
        find.onClick = { [weak self] in
            if let self, let place = shown?.copy.record[.place] { onFacet?(.place(place)) }
        }
        for widget in [name, get, lend, takeBack, edit] as [Widget] { line.append(widget) }
    }

    private func button(_ icon: String, _ tooltip: String, _ act: CopyRequested.Act) -> Button {
        let button = Button(icon: icon, tooltip: tooltip, style: "flat") { [weak self] in self?.request(act) }
        button.verticalAlignment = .center
        return button
    }

    private func request(_ act: CopyRequested.Act) {
        if let shown { onRequest?(CopyRequested(album: shown.album, copy: shown.copy, act: act)) }
    }

    func show(_ copy: AlbumCopy, of album: Album.ID, name text: String) {
        // Identifiers tell the copies of one album or record apart.
        if album != shown?.album || copy.album != shown?.copy.album || copy.id != shown?.copy.id {
            for (_, row) in rows { row.endEditing() }
        }
        shown = (album, copy)
        name.text = text
        table.setAccessibleLabel(text)
        get.isVisible = copy.record.isWanted
        lend.isVisible = !copy.record.isWanted && copy.record[.lentTo] == nil
        takeBack.isVisible = copy.record[.lentTo] != nil
        edition.text = copy.edition
        if let place = copy.record[.place] {
            find.show(icon: "edit-find-symbolic", tooltip: localized("Show All in “{place}”", ["place": place]))
        }
        makeRows(for: copy.record.ownFields)
        for (field, row) in rows {
            guard let value = Self.text(of: field, copy.record) else {
                row.endEditing()
                row.passFocus(to: edit)
                row.text = nil
                continue
            }
            if field.kind == .moment {
                row.text = value
            } else {
                row.showEditable(value, spoken: field.kind == .rating ? field.text(in: copy.record) ?? value : value) {
                    [weak self, weak row] in
                    if let self, let row { edit(field, in: row) }
                }
            }
        }
    }

    /// Makes rows for own fields that have none, or another kind by now.
    private func makeRows(for fields: [OwnField]) {
        for field in fields.map(CopyField.own) {
            if let known = rows.firstIndex(where: { $0.0 == field }) {
                rows[known].0 = field
            } else {
                let row = DetailRow(field.label)
                rows.append((field, row))
                table.append(row)
            }
        }
    }

    private func edit(_ field: CopyField, in row: DetailRow) {
        guard let (album, copy) = shown else { return }
        let editor = row.edit(copy.record[field] ?? "", problem: field.problem) { [weak self] text in
            self?.onRequest?(CopyRequested(album: album, copy: copy, act: .set(field, text)))
        }
        if field.kind == .day { editor.entry.placeholder = CopyDialog.exampleOfDay }
        editor.suggestions = field.usualValues
        guard field.usualValues.isEmpty, let commonValues else { return }
        Task { [weak editor] in
            let values = await commonValues()
            editor?.suggestions = values[field] ?? []
        }
    }

    private static func stars(_ rating: Int) -> String {
        let rating = min(max(rating, 0), 5)
        return String(repeating: "★", count: rating) + String(repeating: "☆", count: 5 - rating)
    }

    /// Returns a value as the page shows it.
    private static func text(of field: CopyField, _ copy: CopyRecord) -> String? {
        switch field.kind {
        case .text, .number: copy[field]
        case .mark: field.text(in: copy)
        case .rating: copy[field].map { text in Int(text).map(stars) ?? text }
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
