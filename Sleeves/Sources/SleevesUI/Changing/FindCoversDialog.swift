import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that shows pictures which could be an album's cover, as they are found, each with its size and the release that it belongs to.
@MainActor
final class FindCoversDialog: DialogWindow {
    private let pages = Stack()
    private let message = StatusPage(title: "")
    private let allow = Button(localized("Allow"), style: "suggested-action", "pill")
    private let spinner = Spinner()
    private let list = ListBox(style: "boxed-list")
    private let search: @MainActor () -> AsyncThrowingStream<CoverCandidate, any Error>
    private let choose: @MainActor (CoverCandidate) -> Void
    private let keep: @MainActor (CoverCandidate) async -> Bool
    private var task: Task<Void, Never>?

    /// The side of a picture, in logical pixels.
    private static let side = 96

    /// - Parameters:
    ///   - album: The title of the album.
    ///   - allow: Allows requests; `nil` if they are allowed, or can't be allowed here.
    ///   - search: Begins the search.
    ///   - choose: Called once, with the picture that the user wants as the cover.
    ///   - keep: Keeps a picture among those of the album. Returns whether it is kept.
    init(
        _ album: String, parent: ApplicationWindow, allow: (@MainActor () -> Void)?,
        search: @escaping @MainActor () -> AsyncThrowingStream<CoverCandidate, any Error>,
        choose: @escaping @MainActor (CoverCandidate) -> Void, keep: @escaping @MainActor (CoverCandidate) async -> Bool
    ) {
        (self.search, self.choose, self.keep) = (search, choose, keep)
        super.init(title: localized("Covers of “{title}”", ["title": album]), parent: parent, width: 520, height: 600)
        let header = HeaderBar()
        header.packEnd(spinner)
        list.setAccessibleLabel(localized("Pictures"))
        list.verticalAlignment = .start
        list.margins = Margins(horizontal: 18, vertical: 18)
        self.allow.horizontalAlignment = .center
        message.child = self.allow
        pages.add(message, named: "message")
        pages.add(ScrolledWindow(list), named: "list")
        pages.expandsVertically = true
        content = Box(.vertical, [header, pages])
        self.allow.isVisible = allow != nil
        guard let allow else {
            start()
            return
        }
        self.allow.onClick = { [weak self] in
            allow()
            // After the library has the choice, too.
            GLibContext.enqueue { [weak self] in self?.start() }
        }
        message.title = localized("Search for Covers?")
        message.description = CoversPage.explanation
        initialFocus = self.allow
    }

    isolated deinit {
        task?.cancel()
    }

    private func start() {
        allow.isVisible = false
        show(localized("Searching…"), "")
        spinner.isSpinning = true
        task = Task { [weak self, search] in
            do {
                for try await candidate in search() { self?.add(candidate) }
                self?.end()
            } catch {
                self?.end(with: String(describing: error))
            }
        }
    }

    private func show(_ title: String, _ text: String) {
        (message.title, message.description) = (title, text)
        setAccessibleDescription([title, text].filter { !$0.isEmpty }.joined(separator: ". "))
    }

    private func add(_ candidate: CoverCandidate) {
        let size = localized("{width} × {height}", ["width": String(candidate.width), "height": String(candidate.height)])
        let row = ActionRow("\(candidate.kind.name) · \(size)", subtitle: candidate.release.album.pressingText)
        let picture = Picture(Texture(candidate.image))
        picture.setMinimumSize(width: Self.side, height: Self.side)
        picture.setAccessibleRole(.presentation)
        row.addPrefix(picture)
        row.onActivate = { [weak self] in
            self?.close()
            self?.choose(candidate)
        }
        row.addSuffix(keepButton(for: candidate, called: row.title))
        list.append(row)
        guard list.count == 1 else { return }
        pages.visibleChild = "list"
        list.focusRow(at: 0)
    }

    /// Returns a button that keeps a picture among those of the album.
    private func keepButton(for candidate: CoverCandidate, called name: String) -> Button {
        let button = Button(localized("Keep", context: "a picture"), style: "flat")
        button.verticalAlignment = .center
        // Translators: {picture} is its kind and its size, such as “Back · 1200 × 1200”.
        button.setAccessibleLabel(localized("Keep {picture}", ["picture": name]))
        button.onClick = { [weak self, weak button] in
            guard let self else { return }
            // The keyboard stays in the row.
            let row = list.focusedRow
            button?.isSensitive = false
            if let row { list.focusRow(at: row) }
            Task { [keep] in
                let isKept = await keep(candidate)
                if isKept { button?.label = localized("Kept", context: "a picture") }
                button?.isSensitive = !isKept
            }
        }
        return button
    }

    private func end(with problem: String? = nil) {
        spinner.isSpinning = false
        guard list.count == 0 else { return }
        if let problem { return show(localized("Covers Cannot Be Searched For"), problem) }
        show(
            localized("Nothing Found"),
            localized("The Cover Art Archive has no picture of this album. Drop one on the cover, or paste its address."))
    }
}
