/// A history of actions that can be undone and redone.
///
/// ```swift
/// let history = UndoHistory()
/// func rename(_ album: Album, to title: String) {
///     let old = album.title
///     history.registerUndo(with: album, named: "Rename") { rename($0, to: old) }
///     album.title = title
/// }
/// rename(album, to: "Blue Train")
/// history.undo()   // the title has its old value, and history.redoActionName is "Rename"
/// ```
///
/// To record changes automatically, use ``recordChanges(of:_:named:isolation:fileID:line:)``.
///
/// It does the work of Cocoa's `NSUndoManager`, which also opens a group for each turn of the event loop. Here, an action registered
/// outside any group forms its own group.
///
/// ## Behavior
/// - Undoing performs the actions of the newest group, last one first. Actions registered meanwhile become the redo.
/// - Registering any other action clears the redo side, also in a group that is open.
/// - The history holds targets weakly, and skips groups whose targets have all been deallocated.
/// - Groups nest; undo takes the outermost one. An empty group leaves nothing behind.
/// - ``canUndo`` and ``undoActionName`` don't consider an open group. ``undo()`` closes it, and undoes it if it isn't empty.
/// - With a limit, the oldest groups are dropped first.
/// - ``canUndo``, ``canRedo``, ``undoActionName`` and ``redoActionName`` are observable, and change only when their value does. Reading them
///   considers targets that have been deallocated; their observers learn of that with the next action or ``undo()``.
///
/// - Threading: A history belongs to one isolation, like the objects that it changes: usually the main actor.
@KeyValueObservable
public final class UndoHistory {
    /// Whether there is something to undo.
    public var canUndo: Bool { hasUndo && (shownUndo.isAlive || newestUndo != nil) }
    /// Whether there is something to redo.
    public var canRedo: Bool { hasRedo && (shownRedo.isAlive || newestRedo != nil) }
    /// The name of the action that ``undo()`` would undo; empty if there is none, or if it has no name.
    public var undoActionName: String { name(undoName, of: shownUndo, otherwise: newestUndo) }
    /// The name of the action that ``redo()`` would redo; empty if there is none, or if it has no name.
    public var redoActionName: String { name(redoName, of: shownRedo, otherwise: newestRedo) }

    /// Whether ``undo()`` is in progress.
    public var isUndoing: Bool { activity == .undoing }
    /// Whether ``redo()`` is in progress.
    public var isRedoing: Bool { activity == .redoing }
    /// Whether the history keeps registered actions.
    public var isRegistrationEnabled: Bool { disablings == 0 }
    /// The number of open groups.
    @NotObserved public private(set) var groupingLevel = 0
    /// Whether the last group that was opened has been closed by an undo or a redo, so that its end may still be announced.
    @NotObserved private var isClosedEarly = false

    /// The number of groups to keep for undoing; `nil` for no limit.
    @NotObserved public var limit: Int? {
        didSet {
            precondition(limit ?? 0 >= 0, "UndoHistory.limit: pass 0 or more groups, or nil for no limit")
            trim()
            publish()
        }
    }

    // The values that observers last received, and the groups that they hold for, until the targets of these have been deallocated.
    private var hasUndo = false
    private var hasRedo = false
    private var undoName = ""
    private var redoName = ""
    @NotObserved private var shownUndo = UndoGroup()
    @NotObserved private var shownRedo = UndoGroup()

    @NotObserved private var activity = Activity.recording
    @NotObserved private var disablings = 0
    /// The groups to undo, newest last.
    @NotObserved private var undoGroups: [UndoGroup] = []
    @NotObserved private var redoGroups: [UndoGroup] = []
    /// The open group, even if no action has been registered in it.
    @NotObserved private var openGroup: UndoGroup?
    /// The recordings that haven't received the end of a change, in the order in which their changes began.
    @NotObserved private var unsettled: [Unsettled] = []

    private enum Activity {
        case recording
        case undoing
        case redoing
    }

    /// Creates an empty history.
    ///
    /// - Parameter limit: The number of groups to keep for undoing; `nil` for no limit.
    public init(limit: Int? = nil) {
        precondition(limit ?? 0 >= 0, "UndoHistory.limit: pass 0 or more groups, or nil for no limit")
        self.limit = limit
    }

    // MARK: Registering

    /// Registers an action that undoes a change.
    ///
    /// - Parameters:
    ///   - target: The object to perform the action on. The history holds it weakly; refer to it only through the closure's argument.
    ///   - name: The name of the change, in the user's language. A group that already has a name keeps it.
    ///   - action: The closure that undoes the change. The actions that it registers become the redo.
    public func registerUndo<Target: AnyObject>(with target: Target, named name: String = "", _ action: @escaping (Target) -> Void) {
        settle()
        add(UndoStep(with: target, action), named: name)
    }

    func add(_ step: UndoStep, named name: String) {
        guard isRegistrationEnabled else { return }
        if openGroup == nil {
            push(UndoGroup(name: name, steps: [step]))
        } else {
            openGroup?.steps.append(step)
            if openGroup?.name.isEmpty ?? false { openGroup?.name = name }
            if activity == .recording, !redoGroups.isEmpty {
                exchange(\.redoGroups, [])
                publish()
            }
        }
    }

    /// Names the open group, or else the action that ``undo()`` would undo.
    public func setActionName(_ name: String) {
        settle()
        if openGroup != nil {
            openGroup?.name = name
        } else if let newest = undoGroups.lastIndex(where: \.isAlive) {
            undoGroups[newest].name = name
        }
        publish()
    }

    /// Runs a closure whose changes can't be undone.
    public func withoutRegistration<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        settle()
        disablings += 1
        defer {
            settle()
            disablings -= 1
        }
        return try body()
    }

    // MARK: Groups

    /// Opens a group: actions registered until the matching ``endGrouping()`` are undone together.
    ///
    /// - Parameter name: The name of the group. The name of an inner group counts if the outer one has none.
    public func beginGrouping(named name: String = "") {
        settle()
        if activity == .recording { isClosedEarly = false }
        groupingLevel += 1
        if openGroup == nil { openGroup = UndoGroup() }
        if openGroup?.name.isEmpty ?? false { openGroup?.name = name }
    }

    /// Closes the group that was opened last. Does nothing if ``undo()`` or ``redo()`` has closed it.
    public func endGrouping() {
        if groupingLevel == 0, isClosedEarly {
            isClosedEarly = false
            return
        }
        precondition(groupingLevel > 0, "UndoHistory.endGrouping() without beginGrouping(): use withGrouping(named:) { }")
        precondition(
            groupingLevel > 1 || activity == .recording,
            "UndoHistory.endGrouping() without beginGrouping() in an action that is being undone: use withGrouping(named:) { }"
        )
        settle()
        groupingLevel -= 1
        if groupingLevel == 0 { closeGroup() }
    }

    /// Runs a closure whose changes are undone together, even if it throws midway.
    ///
    /// An undo or a redo in the closure closes the group. Changes that the closure makes afterwards are undone one by one.
    public func withGrouping<Result, Failure: Error>(
        named name: String = "",
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outerLevel = groupingLevel
        beginGrouping(named: name)
        defer {
            if groupingLevel > outerLevel { endGrouping() } else { isClosedEarly = false }
        }
        return try body()
    }

    // MARK: Undoing

    /// Undoes the newest group. Does nothing if there is none.
    ///
    /// Like Cocoa's, it first closes a group that is open, and so undoes that one if it isn't empty.
    ///
    /// - Precondition: At most one group is open, and no action is being undone or redone.
    public func undo() {
        closeGroup(before: "undo")
        guard let group = takeNewest(from: \.undoGroups) else { return publish() }
        perform(group, as: .undoing)
    }

    /// Redoes the group that was undone last. Does nothing if there is none.
    ///
    /// It first closes an open group, as ``undo()`` does. If an action was registered in that group, there is nothing to redo.
    ///
    /// - Precondition: As for ``undo()``.
    public func redo() {
        closeGroup(before: "redo")
        guard let group = takeNewest(from: \.redoGroups) else { return publish() }
        perform(group, as: .redoing)
    }

    private func closeGroup(before operation: StaticString) {
        precondition(activity == .recording, "UndoHistory.\(operation)() in an action that is being undone: register the inverse instead")
        precondition(groupingLevel <= 1, "UndoHistory.\(operation)() while nested groups are open: call endGrouping() first")
        guard groupingLevel > 0 else { return settle() }
        endGrouping()
        isClosedEarly = true
    }

    private func takeNewest(from groups: ReferenceWritableKeyPath<UndoHistory, [UndoGroup]>) -> UndoGroup? {
        var passedOver: [UndoGroup] = []
        while let group = self[keyPath: groups].popLast() {
            if group.isAlive { return group }
            passedOver.append(group)
        }
        return nil
    }

    private func perform(_ group: UndoGroup, as kind: Activity) {
        activity = kind
        beginGrouping(named: group.name)
        for step in group.steps.reversed() { step() }
        settle()
        precondition(
            groupingLevel == 1,
            "UndoHistory: an action that was undone opened a group and did not close it: use withGrouping(named:) { }"
        )
        groupingLevel = 0
        closeGroup()
        activity = .recording
        publish()
    }

    // MARK: Removing actions

    /// Removes all actions.
    public func removeAllActions() {
        settle()
        exchange(\.undoGroups, [])
        exchange(\.redoGroups, [])
        exchange(\.openGroup, openGroup.map { UndoGroup(name: $0.name) })
        publish()
    }

    /// Removes all actions for a target.
    public func removeAllActions(withTarget target: AnyObject) {
        settle()
        func pruned(_ group: UndoGroup) -> UndoGroup {
            UndoGroup(name: group.name, steps: group.steps.filter { !$0.concerns(target) })
        }
        exchange(\.undoGroups, undoGroups.map(pruned).filter { !$0.steps.isEmpty })
        exchange(\.redoGroups, redoGroups.map(pruned).filter { !$0.steps.isEmpty })
        exchange(\.openGroup, openGroup.map(pruned))
        publish()
    }

    // MARK: Recording

    /// Notes that a property begins to change.
    func willChange(_ recording: any UnsettledRecording) {
        if !unsettled.contains(where: { $0.recording === recording }) { unsettled.append(Unsettled(recording: recording)) }
    }

    /// Notes that the recording has received its property's last state.
    func didChange(_ recording: any UnsettledRecording) {
        unsettled.removeAll { $0.recording === recording || $0.recording == nil }
    }

    /// Registers what has changed so far, though the recordings haven't received the end of it.
    private func settle() {
        for unsettled in unsettled { unsettled.recording?.settle() }
    }

    // MARK: The two sides

    private func closeGroup() {
        guard let group = openGroup else { return }
        openGroup = nil
        if !group.steps.isEmpty { push(group) }
    }

    private func push(_ group: UndoGroup) {
        switch activity {
        case .undoing:
            redoGroups.append(group)
        case .redoing:
            undoGroups.append(group)
        case .recording:
            undoGroups.append(group)
            exchange(\.redoGroups, [])
        }
        trim()
        if activity == .recording { publish() }
    }

    private func trim() {
        guard let limit, undoGroups.count > limit else { return }
        let dropped = Array(undoGroups.prefix(undoGroups.count - limit))
        undoGroups.removeFirst(dropped.count)
        withExtendedLifetime(dropped) {}
    }

    /// Replaces a part of the history. The former actions are released when nothing accesses it any more: the `deinit` of what they hold may use the history.
    private func exchange<Part>(_ part: ReferenceWritableKeyPath<UndoHistory, Part>, _ new: Part) {
        let former = self[keyPath: part]
        self[keyPath: part] = new
        withExtendedLifetime(former) {}
    }

    private var newestUndo: UndoGroup? { undoGroups.last { $0.isAlive } }
    private var newestRedo: UndoGroup? { redoGroups.last { $0.isAlive } }

    /// Notifies observers of the new state. Each line looks again, because an observer may have registered or undone something.
    private func publish() {
        if hasUndo != (newestUndo != nil) { hasUndo.toggle() }
        if hasRedo != (newestRedo != nil) { hasRedo.toggle() }
        if undoName != newestUndo?.name ?? "" { undoName = newestUndo?.name ?? "" }
        if redoName != newestRedo?.name ?? "" { redoName = newestRedo?.name ?? "" }
        exchange(\.shownUndo, newestUndo ?? UndoGroup())
        exchange(\.shownRedo, newestRedo ?? UndoGroup())
    }

    /// Returns a name that observers were told, unless the targets of its group have been deallocated.
    private func name(_ told: String, of shown: UndoGroup, otherwise newest: UndoGroup?) -> String {
        shown.steps.isEmpty || shown.isAlive ? told : newest?.name ?? ""
    }
}

/// A recording of a property that is changing.
protocol UnsettledRecording: AnyObject {
    /// Registers the change of the property so far.
    func settle()
}

/// A recording that has something to register, as long as its token keeps it.
private struct Unsettled {
    weak var recording: (any UnsettledRecording)?
}

/// One action of an undo.
struct UndoStep {
    private weak var target: AnyObject?
    private let perform: () -> Void

    init<Target: AnyObject>(with target: Target, _ action: @escaping (Target) -> Void) {
        self.target = target
        perform = { [weak target] in
            if let target { action(target) }
        }
    }

    /// Whether the target is still alive.
    var isAlive: Bool { target != nil }

    func concerns(_ object: AnyObject) -> Bool { target === object }

    func callAsFunction() { perform() }
}

/// The actions that one undo performs.
struct UndoGroup {
    var name = ""
    var steps: [UndoStep] = []

    var isAlive: Bool { steps.contains { $0.isAlive } }
}
