public import GTKAdapters
public import HeedInspector
import Heed
import Localization

/// A window that shows who observes what in a program, and what happens, while it happens.
///
/// A graph, a list and a timeline show the same sources and observers. For the selected one, the window answers who observes it, why it fired
/// last, why it isn't called, and how long its handlers take.
///
/// ```swift
/// let window = InspectorWindow(application, session: Inspector.session)
/// window.present()
/// ```
///
/// **Behavior**
/// - Reports are taken ten times a second, off the main thread, while the window is in view and not paused. Otherwise, nothing wakes up.
/// - The last 20,000 events are kept. The inspector's own observers aren't shown.
/// - Sources with the same name, and observers of the same place, are one node, until they are shown one by one.
/// - When the session stops answering, the window says so and keeps what it knows.
@MainActor
public final class InspectorWindow: ApplicationWindow {
    // State, all protected by the main actor:
    // - picture: what is shown.
    // - expansions: the nodes that are shown one by one, by the node that the user chose.
    // - isPaused, hasFailed: why reports aren't taken, beside the window being out of view.

    /// The graph, which tests look at.
    let graph: GraphView
    let list = NodeList()
    let timeline = TimelineView()
    let details = DetailsPage()
    let pages = ViewStack()
    let leaflet: Leaflet
    let header: InspectorHeader
    let status = StatusBar()
    let problem: ProblemBar
    let feed: InspectorFeed
    private(set) var picture = InspectorPicture()
    private let toasts = ToastOverlay()
    private lazy var saver = ReportSaver(window: self, toasts: toasts)
    private let main = Stack()
    private var hasFailed = false
    private var expansions: [NodeID: Set<NodeID>] = [:]
    private var observations: [ObservationToken] = []

    /// Creates a window that isn't shown yet.
    ///
    /// - Parameters:
    ///   - application: The application that the window belongs to. It must have started.
    ///   - session: Where reports come from. It is called off the main thread.
    ///   - name: The name of the program that is inspected, for the title; `nil` for this one.
    ///   - formats: The formats to save reports in.
    ///   - isRemoteDisplay: Whether each frame is sent over a network, as to a browser. Then lights don't fade, which would take many frames.
    public init(
        _ application: Application,
        session: any InspectorSession,
        name: String? = nil,
        formats: [SaveFormat] = [],
        isRemoteDisplay: Bool = false
    ) {
        feed = InspectorFeed(session)
        graph = GraphView(isFading: !isRemoteDisplay)
        let title = localized("Inspector")
        leaflet = Leaflet(pages, details)
        header = InspectorHeader(pages, title: title, formats: formats)
        header.switcher.subtitle = name ?? ""
        problem = ProblemBar()
        let windowTitle = name.map { localized("{program} – Inspector", ["program": $0]) } ?? title
        super.init(application, title: windowTitle, width: 1_180, height: 760)
        layOut()
        addActions(formats)
        connect()
        graph.grabFocus()
    }

    /// Whether no reports are taken, because the user wants to look at what is there.
    public var isPaused = false {
        didSet {
            guard isPaused != oldValue else { return }
            header.isPaused = isPaused
            updateRunning()
        }
    }

    /// The frames of the graph so far.
    package var frames: FrameStatistics { graph.frames }

    /// Selects a node, or none.
    func select(_ id: NodeID?) {
        guard feed.query.selection != id else { return }
        feed.query.selection = id
        graph.selection = id
        list.select(id)
        if id == nil { closeDetails() }
    }

    /// Selects a node and shows the answers about it.
    func open(_ id: NodeID) {
        if let index = picture.graph.index(of: id), graph.isMapped { graph.reveal(index) }
        select(id)
        guard leaflet.isFolded else { return }
        leaflet.showsSecond = true
        details.takeFocus()
    }

    // MARK: Layout

    private func layOut() {
        let status = StatusPage(
            icon: "find-location-symbolic", title: localized("Nothing Is Observed Yet"),
            description: localized("Sources appear here as soon as something observes them."))
        let nothing = StatusPage(
            icon: "edit-find-symbolic", title: localized("Nothing Found"), description: localized("Try other words."))
        let timelineScroller = ScrolledWindow(timeline)
        pages.add(graph, named: "graph", title: localized("Graph"), icon: "view-grid-symbolic")
        pages.add(list, named: "list", title: localized("List"), icon: "view-list-symbolic")
        pages.add(timelineScroller, named: "timeline", title: localized("Timeline"), icon: "media-playlist-consecutive-symbolic")
        pages.expandsHorizontally = true
        details.isVisible = false
        main.add(leaflet, named: "observation")
        main.add(status, named: "nothing")
        main.add(nothing, named: "not found")
        main.expandsVertically = true
        toasts.child = main
        content = Box(.vertical, [header, header.search, problem, toasts, self.status, header.switcher.bar])
        setMinimumSize(width: 360, height: 420)
    }

    private func addActions(_ formats: [SaveFormat]) {
        addAction("pause", shortcuts: "<Control>p") { [weak self] in self?.isPaused.toggle() }
        addAction("clear", shortcuts: "<Control>l") { [weak self] in self?.feed.clear() }
        addAction("search", shortcuts: "<Control>f") { [weak self] in self?.header.search.isOpen.toggle() }
        addAction("graph", shortcuts: "<Control>1") { [weak self] in self?.show(page: "graph") }
        addAction("list", shortcuts: "<Control>2") { [weak self] in self?.show(page: "list") }
        addAction("timeline", shortcuts: "<Control>3") { [weak self] in self?.show(page: "timeline") }
        addAction("fit") { [weak self] in self?.graph.fit() }
        for format in formats {
            addAction("save-\(format.fileExtension)") { [weak self] in
                guard let feed = self?.feed else { return }
                Task {
                    let report = await feed.report()
                    self?.saver.save(report, as: format)
                }
            }
        }
    }

    // MARK: Events

    private func connect() {
        feed.query.isMirrored = isRightToLeft
        feed.onPicture = { [weak self] in self?.show($0) }
        graph.seconds = { [weak feed] in feed?.seconds ?? 0 }
        graph.onSelect = { [weak self] in self?.select($0) }
        graph.onOpen = { [weak self] in self?.open($0) }
        list.onSelect = { [weak self] in self?.select($0) }
        list.onOpen = { [weak self] in self?.open($0) }
        timeline.onWindow = { [weak self] in self?.feed.query.timeline = $0 }
        timeline.onSelect = { [weak self] number in
            guard let feed = self?.feed else { return }
            Task { if let id = await feed.node(ofEvent: number) { self?.select(id) } }
        }
        details.onOpen = { [weak self] in self?.open($0) }
        details.onExpand = { [weak self] in self?.expand($0, $1) }
        details.onBacktrace = { [weak self] event in
            guard let feed = self?.feed else { return }
            Task {
                let frames = await feed.backtrace(of: event)
                self?.details.show(frames)
            }
        }
        header.onSearch = { [weak self] in self?.feed.query.filter = $0 }
        header.onBack = { [weak self] in self?.leaflet.showsSecond = false }
        problem.onRetry = { [weak self] in
            self?.hasFailed = false
            self?.updateRunning()
        }
        onViewChange = { [weak self] _ in self?.updateRunning() }
        onWidthChange = { [weak self] in self?.makeRoom() }
        observations = [
            pages.observe(\.visibleChild, options: [.initial, .new]) { [weak self] _, _ in self?.updatePage() },
            leaflet.observe(\.isFolded) { [weak self] _ in self?.updateBack() },
            leaflet.observe(\.showsSecond) { [weak self] _ in self?.updateBack() },
        ]
    }

    private func updateRunning() {
        feed.isRunning = isInView && !isPaused && !hasFailed
    }

    private func makeRoom() {
        header.isNarrow = shownWidth < 480
        feed.query.room = shownWidth < 560 ? .narrow : .wide
    }

    private func updatePage() {
        feed.query.timeline = pages.visibleChild == "timeline" ? timeline.window : nil
    }

    /// Shows a page and moves the keyboard focus there.
    private func show(page name: String) {
        pages.visibleChild = name
        switch name {
        case "list": list.takeFocus()
        case "timeline": timeline.grabFocus()
        default: graph.grabFocus()
        }
    }

    private func updateBack() {
        header.isOnDetails = leaflet.isFolded && leaflet.showsSecond && details.isVisible
    }

    private func closeDetails() {
        leaflet.showsSecond = false
        details.isVisible = false
    }

    /// Shows the parts of a node one by one, or together again, and those of what it is connected to: each arrow then has its own ends.
    private func expand(_ id: NodeID, _ isExpanded: Bool) {
        var query = feed.query
        if isExpanded, let index = picture.graph.index(of: id) {
            let connected = picture.graph.neighbours(of: index).map { picture.graph.nodes[$0] }.filter { $0.count > 1 }
            let nodes = Set(connected.map(\.id)).union([id])
            expansions[id] = nodes
            query.expanded.formUnion(nodes)
        } else {
            let key = expansions.first { $0.key == id || $0.value.contains(id) }?.key ?? id
            query.expanded.subtract(expansions.removeValue(forKey: key) ?? [id])
        }
        // The nodes that replace it have other names.
        query.selection = isExpanded ? nil : id
        feed.query = query
        graph.selection = query.selection
        if isExpanded { closeDetails() }
    }

    private func show(_ picture: InspectorPicture) {
        let isSame = picture.revision == self.picture.revision
        self.picture = picture
        graph.show(picture)
        if pages.visibleChild == "timeline" { timeline.show(picture.timeline) }
        if !isSame {
            list.show(picture.graph)
            list.select(feed.query.selection)
        }
        if let details = picture.details, details.id == feed.query.selection {
            self.details.show(details)
            if !self.details.isVisible { self.details.isVisible = true }
        }
        status.show(picture.counts)
        // A picture from before the user has tried again may come after that.
        let message = picture.run == feed.run ? picture.problem : nil
        if message != nil, !hasFailed {
            hasFailed = true
            updateRunning()
        }
        problem.show(message)
        let isEmpty = picture.graph.nodes.isEmpty
        main.visibleChild = !isEmpty ? "observation" : feed.query.filter.isEmpty ? "nothing" : "not found"
    }
}
