import GTKAdapters
import Heed
import Localization

/// The window's header: pause, clear, the pages, search and save.
@MainActor
final class InspectorHeader: Bin {
    /// Called when the user changes the search.
    var onSearch: ((String) -> Void)?
    /// Called when the user goes back from the details of a node.
    var onBack: (() -> Void)?

    /// The field below the header.
    let search: SearchBar
    /// The titles of the pages.
    let switcher: ViewSwitcher
    private let bar = HeaderBar()
    private let entry = SearchEntry(placeholder: localized("Search by name, file, context or policy"))
    private let backButton = Button(icon: "go-previous-symbolic", tooltip: localized("Back"))
    private let pauseButton = Button(icon: "media-playback-pause-symbolic", tooltip: localized("Pause"))
    private let resumeButton = Button(icon: "media-playback-start-symbolic", tooltip: localized("Resume"), style: "suggested-action")
    private let clearButton = Button(icon: "edit-clear-all-symbolic", tooltip: localized("Clear Events"))
    private let searchButton = ToggleButton(icon: "edit-find-symbolic", tooltip: localized("Search"))
    private let menu: MenuButton
    private let saveItems: [Menu.Item]
    private var binding: ObservationToken?

    init(_ pages: ViewStack, title: String, formats: [SaveFormat]) {
        search = SearchBar(entry)
        switcher = ViewSwitcher(of: pages, title: title)
        saveItems = formats.map { Menu.Item($0.name, action: "win.save-\($0.fileExtension)") }
        menu = MenuButton(icon: "document-save-symbolic", tooltip: localized("Save"), menu: Menu(saveItems))
        super.init(bar)
        bar.titleWidget = switcher
        pauseButton.actionName = "win.pause"
        resumeButton.actionName = "win.pause"
        clearButton.actionName = "win.clear"
        for button in [backButton, pauseButton, resumeButton, clearButton] { bar.packStart(button) }
        menu.isVisible = !formats.isEmpty
        bar.packEnd(menu)
        bar.packEnd(searchButton)
        backButton.onClick = { [weak self] in self?.onBack?() }
        entry.setAccessibleLabel(localized("Search"))
        entry.onSearch = { [weak self] in self?.onSearch?($0) }
        resumeButton.isVisible = false
        backButton.isVisible = false
        binding = search.bindBothWays(\.isOpen, to: searchButton, \.isOn)
    }

    /// Whether it offers to go on.
    var isPaused = false {
        didSet {
            pauseButton.isVisible = !isPaused
            resumeButton.isVisible = isPaused
        }
    }

    /// Whether there is little room, so that the button to clear is an item of the menu instead.
    var isNarrow = false {
        didSet {
            guard isNarrow != oldValue, !saveItems.isEmpty else { return }
            clearButton.isVisible = !isNarrow
            let clear = Menu.Section(nil, [Menu.Item(localized("Clear Events"), action: "win.clear")])
            menu.menu = Menu([Menu.Section(nil, saveItems)] + (isNarrow ? [clear] : []))
        }
    }

    /// Whether it offers to go back, because the details of a node fill the window.
    var isOnDetails = false {
        didSet { backButton.isVisible = isOnDetails }
    }
}
