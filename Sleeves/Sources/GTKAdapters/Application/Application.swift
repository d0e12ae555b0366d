internal import CAdwaita
internal import FileNames
internal import Glibc
internal import Localization

/// The running program, as the desktop sees it.
///
/// With a session bus, a second start of the program activates the first and passes it what to open. Without one, each start is
/// independent, and no service of the bus is looked up.
@MainActor
public final class Application {
    /// Called once, before the first window. The display is open, so the handler can set up style and actions.
    public var onStartup: (() -> Void)?
    /// Called when the program should show itself: at the start, and when it is started again.
    public var onActivate: (() -> Void)?
    /// Called instead of ``onActivate`` when there is something to open: paths of files and folders, and addresses of anything without a
    /// path.
    public var onOpen: (([String]) -> Void)?
    /// Called once, after the last window, before the program ends.
    public var onShutdown: (() -> Void)?

    let object: GObjectReference
    private var connections: [SignalConnection] = []
    private var actions: [String: Action] = [:]

    /// Creates the application, without contacting the bus or the display.
    ///
    /// - Parameters:
    ///   - id: the reverse domain name of the desktop file.
    ///   - name: the localized name.
    ///   - instance: letters and digits that distinguish instances that run at the same time; `nil` for the default instance.
    ///   - isUnique: whether a second start activates the first.
    public init(id: String, name: String, instance: String? = nil, isUnique: Bool = true) {
        Self.prepare()
        g_set_prgname(id)
        // GLib warns about a second call, even with the same name.
        if g_get_application_name().map({ String(cString: $0) }) != name { g_set_application_name(name) }
        let uniqueness = SessionBus.isReachable && isUnique ? GApplicationFlags(0) : G_APPLICATION_NON_UNIQUE
        let flags = GApplicationFlags(uniqueness.rawValue | G_APPLICATION_HANDLES_OPEN.rawValue)
        let fullID = instance.map { "\(id).Instance\($0)" } ?? id
        guard let pointer = adw_application_new(fullID, flags) else {
            preconditionFailure("\"\(fullID)\" is no application id; use a reverse domain name such as \"org.example.App\"")
        }
        object = GObjectReference(taking: UnsafeMutableRawPointer(pointer))
        connections = [
            SignalConnection(to: object, "startup") { [weak self] _ in
                PointerFocus.install()
                KeyboardFocus.install()
                Settings.shared.keepLinksUsable()
                self?.onStartup?()
            },
            SignalConnection(to: object, "activate") { [weak self] _ in self?.onActivate?() },
            SignalConnection(to: object, "open") { [weak self] in self?.onOpen?(Self.places(in: $0)) },
            SignalConnection(to: object, "shutdown") { [weak self] _ in self?.onShutdown?() },
        ]
    }

    /// Does what GTK's initialisation relies on. Idempotent.
    static func prepare() {
        if !SessionBus.isReachable { SessionBus.declineServices() }
        guard gtk_is_initialized() == 0 else { return }
        // GTK would undo the choice of the language, and warn if the system lacks the locale.
        gtk_disable_setlocale()
        setlocale(LC_ALL, "")
        Localization.chooseLanguage()
    }

    /// Runs the main loop until the last window is closed or ``quit()`` is called. The main actor's tasks run inside it.
    ///
    /// Call it from a synchronous `main`. An asynchronous `main` is a job on the main queue, so no other job would run before it ends.
    ///
    /// - Parameters:
    ///   - places: absolute paths and addresses to open instead of activating the application.
    ///   - isService: whether to show nothing until a request comes over the session bus, and to end without one.
    /// - Returns: the exit status.
    public func run(opening places: [String] = [], isService: Bool = false) -> Int32 {
        precondition(
            withUnsafeCurrentTask { $0 == nil },
            "Application.run() was called from a task, so the main actor would stand still; call it from a synchronous main"
        )
        MainQueueSource.install()
        let words = ([String(cString: g_get_prgname())] + (isService ? ["--gapplication-service"] : []) + places).map {
            FileName.withSystemName($0) { strdup($0) }
        }
        defer { words.forEach { free($0) } }
        // SAFETY: GLib copies the null-terminated array and its strings before it looks at them.
        var terminated = words + [nil]
        return g_application_run(object.cast(), gint(words.count), &terminated)
    }

    /// Ends ``run()`` after the current event, without asking the windows.
    public func quit() {
        g_application_quit(object.cast())
    }

    /// Keeps the program running without a window until ``release()``. Calls nest.
    public func hold() {
        g_application_hold(object.cast())
    }

    /// Balances one ``hold()``.
    public func release() {
        g_application_release(object.cast())
    }

    /// Adds an action that menus, buttons and keys can activate.
    ///
    /// - Parameters:
    ///   - name: the name. Menus refer to it as `"app.name"`.
    ///   - shortcuts: keys, in GTK's notation: `"<Control>z"`.
    ///   - handler: called when the action is activated.
    /// - Returns: the action, which the application retains. It replaces an earlier action of that name.
    @discardableResult
    public func addAction(_ name: String, shortcuts: String..., handler: @escaping @MainActor () -> Void) -> Action {
        addAction(name, shortcuts: shortcuts, handler: handler)
    }

    /// Adds an action that menus, buttons and keys can activate.
    @discardableResult
    public func addAction(_ name: String, shortcuts: [String], handler: @escaping @MainActor () -> Void) -> Action {
        add(Action(name, handler), shortcuts: shortcuts.map { ("app.\(name)", $0) })
    }

    /// Adds an action that selects one of several members. A menu marks the selected one.
    ///
    /// - Parameters:
    ///   - name: the name. Menus refer to a member as `"app.name::member"`.
    ///   - selection: the member that is selected at first.
    ///   - shortcuts: the keys of members, in GTK's notation.
    ///   - handler: called with the selected member when it changes.
    /// - Returns: the action, which the application retains.
    @discardableResult
    public func addChoice(
        _ name: String,
        selection: String,
        shortcuts: [(member: String, keys: String)] = [],
        handler: @escaping @MainActor (String) -> Void
    ) -> Action {
        for (member, keys) in shortcuts { setShortcuts([keys], for: "app.\(name)::\(member)") }
        return add(Action(name, selection: selection, handler), shortcuts: [])
    }

    /// Adds an action that switches something on and off. A menu shows a check mark.
    ///
    /// - Parameters:
    ///   - name: the name. Menus refer to it as `"app.name"`.
    ///   - isOn: whether it is switched on at first.
    ///   - handler: called when the user switches it.
    /// - Returns: the action, which the application retains.
    public func addToggle(_ name: String, isOn: Bool, handler: @escaping @MainActor (Bool) -> Void) -> Action {
        add(Action(name, isOn: isOn, handler), shortcuts: [])
    }

    /// Returns the action with a name.
    public func action(_ name: String) -> Action? {
        actions[name]
    }

    private static func places(in arguments: SignalArguments) -> [String] {
        // SAFETY: the signal's arguments are an array of files and its length. Both live for the duration of the call.
        guard let files = arguments.pointer(0)?.assumingMemoryBound(to: OpaquePointer?.self) else { return [] }
        return (0..<arguments.int(1)).compactMap { index in
            guard let file = files[index], let place = g_file_get_path(file) ?? g_file_get_uri(file) else { return nil }
            defer { g_free(place) }
            return FileName.string(cString: place)
        }
    }

    private func add(_ action: Action, shortcuts: [(action: String, keys: String)]) -> Action {
        actions[action.name] = action
        g_action_map_add_action(object.opaque, action.object.opaque)
        if let target = shortcuts.first?.action {
            setShortcuts(shortcuts.map(\.keys), for: target)
        }
        return action
    }

    private func setShortcuts(_ keys: [String], for action: String) {
        let strings = keys.map { strdup($0) }
        defer { strings.forEach { free($0) } }
        // SAFETY: GTK copies the null-terminated array and its strings before it returns.
        var terminated = strings.map { UnsafePointer($0) } + [nil]
        gtk_application_set_accels_for_action(object.cast(), action, &terminated)
    }
}
