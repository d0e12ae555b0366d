import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that adds records: a field for barcodes, catalogue numbers and words, what MusicBrainz finds for them, and a line for each record
/// that was asked for. It stays open for the next record.
@MainActor
final class AddRecordDialog: DialogWindow {
    /// The acts of the user.
    struct Actions {
        var type: @MainActor (String) -> Void
        var enter: @MainActor () -> Void
        var choose: @MainActor (Int) -> Void
        var activate: @MainActor (_ line: Int) -> Void
        var describe: @MainActor () -> Void
        var setForWishes: @MainActor (Bool) -> Void
        /// Returns the front of a release that was found; `nil` if there is none.
        var picture: @MainActor (FoundRelease) async -> CoverImage?
        /// The user allows to ask MusicBrainz; `nil` if it can't be allowed here.
        var allow: (@MainActor () -> Void)?
        var undo: @MainActor () -> Void
    }

    private let actions: Actions
    private let field = Field(localized("Barcode, Catalogue Number, or Words from Title and Artist"))
    private let spinner = Spinner()
    private let undo = Button(icon: "edit-undo-symbolic", tooltip: localized("Undo"))
    private let pages = Stack()
    private let message = StatusPage(title: "")
    private let results = ListBox(selection: .single, style: "boxed-list")
    private let lines = ListBox(style: "boxed-list")
    private let wishing = SwitchRow(
        localized("I Want It"), subtitle: localized("The next records become wishes: you do not have them yet."))
    private let byHand = Button(localized("Add by Hand…"), style: "flat")
    private let allow = Button(localized("Allow"), style: "suggested-action", "pill")
    private let search: Box
    private let whole = Stack()
    private var form: RecordFormView?
    private var shown: RecordDesk?

    /// The pictures of releases that were found.
    private var pictures: [FoundRelease: Texture] = [:]
    private var seeking: Task<Void, Never>?

    init(parent: ApplicationWindow, actions: Actions) {
        self.actions = actions
        let options = ListBox(style: "boxed-list")
        options.append(wishing)
        search = Box(.vertical, spacing: 12, [field, pages, options, byHand])
        super.init(title: localized("Add a Record"), parent: parent, width: 520, height: 560)
        let header = HeaderBar()
        header.packStart(undo)
        header.packEnd(spinner)
        search.margins = Margins(horizontal: 18, vertical: 18)
        byHand.horizontalAlignment = .center
        byHand.onClick = actions.describe
        wishing.onSwitch = { actions.setForWishes($0) }
        undo.onClick = actions.undo
        allow.horizontalAlignment = .center
        allow.onClick = { [weak self] in
            actions.allow?()
            self?.field.entry.grabFocus()
        }
        message.child = allow
        results.setAccessibleLabel(localized("Releases"))
        results.onActivate = actions.choose
        lines.setAccessibleLabel(localized("Added Records"))
        for (list, name) in [(results, "results"), (lines, "lines")] {
            list.verticalAlignment = .start
            list.margins = Margins(horizontal: 2, vertical: 2)
            let scrolled = ScrolledWindow(list)
            pages.add(scrolled, named: name)
        }
        pages.add(message, named: "message")
        pages.expandsVertically = true
        whole.add(search, named: "search")
        whole.expandsVertically = true
        content = Box(.vertical, [header, whole])
        field.entry.onChange = { actions.type($0) }
        field.entry.onEnter = { actions.enter() }
        initialFocus = field.entry
        followKeys()
    }

    /// Leads from the field into the list below it by the arrow keys, and back.
    private func followKeys() {
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, key == .down, modifiers.isEmpty else { return false }
            switch pages.visibleChild {
            case "results":
                // The first one is chosen already.
                let position = min(1, results.count - 1)
                results.selectRow(at: position)
                results.focusRow(at: position)
            case "lines": lines.focusRow(at: 0)
            default: return false
            }
            return true
        }
        field.entry.add(keys)
        for list in [results, lines] {
            list.onLeave = { [weak self] isForward in
                if isForward { self?.byHand.grabFocus() } else { self?.field.entry.grabFocus() }
            }
        }
    }

    /// Shows the state of the desk.
    func show(_ desk: RecordDesk) {
        let former = shown
        shown = desk
        if field.entry.text != desk.text { field.entry.text = desk.text }
        if wishing.isOn != desk.isForWishes { wishing.isOn = desk.isForWishes }
        spinner.isSpinning = desk.isSearching || desk.pendingCount > 0
        undo.isSensitive = desk.lastAdded != nil
        if former?.lines != desk.lines { fillLines(desk.lines) }
        if former?.results != desk.results { fillResults(desk.results) }
        showPage(of: desk)
    }

    isolated deinit {
        seeking?.cancel()
    }

    /// Shows the form for a record that the user describes.
    ///
    /// - Parameter add: Called with the record; the form is gone then.
    func describe(_ form: RecordForm, add: @escaping @MainActor (NewRecord) -> Void) {
        let view = RecordFormView(form, isWanted: shown?.isForWishes == true) { [weak self] record in
            self?.closeForm()
            if let record { add(record) }
        }
        self.form = view
        whole.add(view, named: "form")
        whole.visibleChild = "form"
        view.takeFocus()
    }

    /// Whether the user describes a record.
    var isDescribing: Bool { form != nil }

    private func closeForm() {
        whole.visibleChild = "search"
        // The form's own button is being clicked.
        GLibContext.enqueue { [weak self] in
            guard let self, form != nil, whole.visibleChild == "search" else { return }
            whole.remove(named: "form")
            form = nil
        }
        field.entry.grabFocus()
    }

    // MARK: Pages

    private func showPage(of desk: RecordDesk) {
        allow.isVisible = false
        switch desk.results {
        case .found(let found) where !found.isEmpty:
            pages.visibleChild = "results"
            say(localized(one: "{count} release", other: "{count} releases", count: found.count))
        case .found:
            showMessage(
                localized("Nothing Found"),
                localized("MusicBrainz knows no such record. Use fewer words, or press Enter to add it by hand."))
        case .failed(let reason): showMessage(localized("MusicBrainz Cannot Be Asked"), reason)
        case .notAllowed:
            allow.isVisible = actions.allow != nil
            showMessage(localized("Look the Record Up in MusicBrainz?"), CoversPage.explanation)
        case .none where desk.isSearching && (desk.lines.isEmpty || desk.text.count > 1): showMessage(localized("Searching…"), "")
        case .none where desk.lines.isEmpty:
            showMessage(localized("Scan or Type"), localized("The record comes with its cover and its tracks from MusicBrainz."))
        case .none:
            pages.visibleChild = "lines"
            say(desk.lines.first.map { "\($0.title). \($0.words)" } ?? "")
        }
    }

    private func showMessage(_ title: String, _ text: String) {
        message.title = title
        message.description = text
        pages.visibleChild = "message"
        say([title, text].filter { !$0.isEmpty }.joined(separator: ". "))
    }

    /// Has screen readers say a text at the field, which has the keyboard.
    private func say(_ text: String) {
        field.entry.setAccessibleDescription(text)
    }

    /// The side of a found release's picture, in logical pixels.
    private static let pictureSide = 48
    /// The number of releases whose pictures are asked for.
    private static let pictureLimit = 12

    private func seekPictures(for views: [(FoundRelease, Picture)]) {
        seeking = Task { [weak self, actions] in
            for (release, view) in views {
                let image = await actions.picture(release)
                if Task.isCancelled { return }
                guard let texture = image.map(Texture.init) else { continue }
                view.texture = texture
                self?.pictures[release] = texture
            }
        }
    }

    private func fillResults(_ desk: RecordDesk.Results) {
        results.removeAll()
        seeking?.cancel()
        guard case .found(let found) = desk else { return }
        let views = found.map { release -> (FoundRelease, Picture) in
            let row = ActionRow(release.album.title, subtitle: release.pressingText)
            row.isActivatable = true
            let picture = Picture(fit: .cover)
            picture.setMinimumSize(width: Self.pictureSide, height: Self.pictureSide)
            picture.setAccessibleRole(.presentation)
            picture.verticalAlignment = .center
            picture.texture = pictures[release]
            row.addPrefix(picture)
            results.append(row)
            return (release, picture)
        }
        seekPictures(for: views.prefix(Self.pictureLimit).filter { $0.1.texture == nil })
        // The one that the Enter key adds from the field.
        if !found.isEmpty { results.selectRow(at: 0) }
    }

    private func fillLines(_ all: [RecordDesk.Line]) {
        let focused = lines.focusedRow
        lines.removeAll()
        for line in all {
            let row = ActionRow(line.title, subtitle: line.words)
            if line.isPending {
                let spinner = Spinner()
                spinner.isSpinning = true
                row.addSuffix(spinner)
            } else if case .added = line.state {
                row.addPrefix(Icon("object-select-symbolic"))
            }
            if line.action != nil { row.onActivate = { [actions] in actions.activate(line.id) } }
            lines.append(row)
        }
        if let focused, !all.isEmpty { lines.focusRow(at: min(focused, all.count - 1)) }
    }
}

extension RecordDesk.Line {
    /// The line below the title.
    fileprivate var words: String {
        switch state {
        case .lookingUp: localized("Looking it up…")
        case .adding: localized("Adding it…")
        case .added: facts
        case .alreadyThere: localized("It is already in your library.")
        case .notFound: localized("MusicBrainz does not know it. Press Enter here to add it by hand.")
        case .failed(let reason): reason
        }
    }
}
