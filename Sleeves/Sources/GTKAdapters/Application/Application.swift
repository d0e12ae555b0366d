internal import CAdwaita
internal import Glibc

/// The running program, as the desktop sees it.
///
/// Where there is a session bus, a second start of the same program activates the first. Where there is none, every start stands for
/// itself, and nothing is looked for on the bus.
@MainActor
public final class Application {
    /// Called once, before the first window. The display is open; style and actions may be set up.
    public var onStartup: (() -> Void)?
    /// Called when the program is to show itself: at the start, and when it is started again.
    public var onActivate: (() -> Void)?
    /// Called once, after the last window, when the program is about to end.
    public var onShutdown: (() -> Void)?

    let object: GObjectReference
    private var connections: [SignalConnection] = []
    private var actions: [String: Action] = [:]

    /// Creates the application, without contacting anybody.
    ///
    /// - Parameters:
    ///   - id: the reverse domain name that the desktop file is called by.
    ///   - name: the name for people, in their language.
    public init(id: String, name: String) {
        let hasBus = SessionBus.isReachable
        if !hasBus { SessionBus.declineServices() }
        g_set_prgname(id)
        g_set_application_name(name)
        let flags: GApplicationFlags = hasBus ? GApplicationFlags(0) : G_APPLICATION_NON_UNIQUE
        guard let pointer = adw_application_new(id, flags) else {
            preconditionFailure("\"\(id)\" is no application id; use a reverse domain name such as \"org.example.App\"")
        }
        object = GObjectReference(taking: UnsafeMutableRawPointer(pointer))
        connections = [
            SignalConnection(to: object, "startup") { [weak self] _ in self?.onStartup?() },
            SignalConnection(to: object, "activate") { [weak self] _ in self?.onActivate?() },
            SignalConnection(to: object, "shutdown") { [weak self] _ in self?.onShutdown?() },
        ]
    }

    /// Runs the main loop until the last window is closed or ``quit()`` is called. The main actor's tasks run inside of it.
    ///
    /// Call it from a synchronous `main`: an asynchronous one is a job on the main queue, and no other would run before it ends.
    ///
    /// - Returns: the exit status.
    public func run() -> Int32 {
        precondition(
            withUnsafeCurrentTask { $0 == nil },
            "Application.run() was called from a task, so the main actor would stand still; call it from a synchronous main"
        )
        MainQueueSource.install()
        return g_application_run(object.cast(), 0, nil)
    }

    /// Ends ``run()`` after the current event. Windows are not asked.
    public func quit() {
        g_application_quit(object.cast())
    }

    /// Keeps the program running without a window until ``release()``. The calls nest.
    public func hold() {
        g_application_hold(object.cast())
    }

    /// Takes back one ``hold()``.
    public func release() {
        g_application_release(object.cast())
    }

    /// Adds something that menus, buttons and keys can ask for.
    ///
    /// - Parameters:
    ///   - name: its name. Menus refer to it as `"app.name"`.
    ///   - shortcuts: keys, in GTK's notation: `"<Control>z"`.
    ///   - handler: what it does.
    /// - Returns: the action, which the application keeps. An earlier one of that name is gone.
    @discardableResult
    public func addAction(_ name: String, shortcuts: String..., handler: @escaping @MainActor () -> Void) -> Action {
        add(Action(name, handler), shortcuts: shortcuts.map { ("app.\(name)", $0) })
    }

    /// Adds a choice of one among several, which a menu shows with a mark at the chosen one.
    ///
    /// - Parameters:
    ///   - name: its name. Menus refer to a member as `"app.name::member"`.
    ///   - selection: the member that is chosen at first.
    ///   - handler: called with the member that was chosen, when it is another than before.
    /// - Returns: the action, which the application keeps.
    @discardableResult
    public func addChoice(_ name: String, selection: String, handler: @escaping @MainActor (String) -> Void) -> Action {
        add(Action(name, selection: selection, handler), shortcuts: [])
    }

    /// The action that was added under a name.
    public func action(_ name: String) -> Action? {
        actions[name]
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
