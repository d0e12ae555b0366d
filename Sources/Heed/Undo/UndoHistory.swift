/// Remembers how to take back what was done, and how to do it again.
///
/// ```swift
/// let history = UndoHistory()
/// func rename(_ album: Album, to title: String) {
///     let old = album.title
///     history.registerUndo(with: album, named: "Rename") { rename($0, to: old) }
///     album.title = title
/// }
/// rename(album, to: "Blue Train")
/// history.undo()   // the title is what it was, and history.redoActionName is "Rename"
/// ```
///
/// Or let the history record by itself: ``recordChanges(of:_:named:isolation:fileID:line:)``.
///
/// It does the work of Cocoa's `NSUndoManager`, except for the groups that one opens by itself for each turn of the event loop: here a
/// registration outside any group is a group of its own.
///
/// ## Behavior
/// - Undoing performs the steps of the newest group, the last one first. What is registered meanwhile is what redo takes back.
/// - Registering anything else empties the redo side.
/// - Targets are held weakly. Groups whose targets have all died are passed over.
/// - Groups nest; the outermost one is what undo takes back. An empty one leaves nothing behind.
/// - With a limit, the oldest groups go first.
/// - ``canUndo``, ``canRedo``, ``undoActionName`` and ``redoActionName`` are observable, and change only when their value does.
///
/// - Threading: Belongs to one isolation, like the objects that it changes: usually the main actor.
@KeyValueObservable
public final class UndoHistory {
    /// Whether there is something to undo.
    public private(set) var canUndo = false
    /// Whether there is something to redo.
    public private(set) var canRedo = false
    /// The name of what ``undo()`` would take back; empty if there is nothing, or if it has none.
    public private(set) var undoActionName = ""
    /// The name of what ``redo()`` would do again; empty if there is nothing, or if it has none.
    public private(set) var redoActionName = ""

    /// Whether ``undo()`` is under way.
    public var isUndoing: Bool { activity == .undoing }
    /// Whether ``redo()`` is under way.
    public var isRedoing: Bool { activity == .redoing }
    /// Whether what is registered is kept.
    public var isRegistrationEnabled: Bool { disablings == 0 }
    /// How many groups are open.
    @NotObserved public private(set) var groupingLevel = 0

    /// How many groups are kept for undoing; `nil` for all.
    @NotObserved public var limit: Int? {
        didSet {
            precondition(limit ?? 0 >= 0, "UndoHistory.limit: a number of groups, or nil for no limit")
            trim()
            publish()
        }
    }

    @NotObserved private var activity = Activity.recording
    @NotObserved private var disablings = 0
    /// The newest comes last.
    @NotObserved private var undoGroups: [UndoGroup] = []
    @NotObserved private var redoGroups: [UndoGroup] = []
    /// The group that is open, if any step has been registered in it or not.
    @NotObserved private var openGroup: UndoGroup?

    private enum Activity {
        case recording
        case undoing
        case redoing
    }

    /// Creates a history that remembers nothing yet.
    ///
    /// - Parameter limit: How many groups to keep for undoing; `nil` for all.
    public init(limit: Int? = nil) {
        precondition(limit ?? 0 >= 0, "UndoHistory.limit: a number of groups, or nil for no limit")
        self.limit = limit
    }

    // MARK: Registering

    /// Registers what takes back a change that is being made.
    ///
    /// - Parameters:
    ///   - target: What the action is performed with. It is held weakly; refer to it by the closure's argument only.
    ///   - name: What to call the change in the user's language. In a group that has a name already, that one stays.
    ///   - action: Takes the change back. What it registers itself is what redo does.
    public func registerUndo<Target: AnyObject>(with target: Target, named name: String = "", _ action: @escaping (Target) -> Void) {
        guard isRegistrationEnabled else { return }
        let step = UndoStep(with: target, action)
        if openGroup == nil {
            push(UndoGroup(name: name, steps: [step]))
        } else {
            openGroup?.steps.append(step)
            if openGroup?.name.isEmpty ?? false { openGroup?.name = name }
        }
    }

    /// Names the group that is open, or else what ``undo()`` would take back.
    public func setActionName(_ name: String) {
        if openGroup != nil {
            openGroup?.name = name
        } else if !undoGroups.isEmpty {
            undoGroups[undoGroups.count - 1].name = name
        }
        publish()
    }

    /// Stops keeping what is registered, until ``enableRegistration()`` was called as often.
    public func disableRegistration() {
        disablings += 1
    }

    /// Ends what ``disableRegistration()`` began.
    public func enableRegistration() {
        precondition(disablings > 0, "UndoHistory.enableRegistration() without disableRegistration(): use withoutRegistration { }")
        disablings -= 1
    }

    /// Runs a closure whose changes are not to be undone.
    public func withoutRegistration<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        disableRegistration()
        defer { enableRegistration() }
        return try body()
    }

    // MARK: Groups

    /// Opens a group: what is registered until the matching ``endGrouping()`` is undone together.
    ///
    /// - Parameter name: What to call the group. The name of a group within a group counts where the outer one has none.
    public func beginGrouping(named name: String = "") {
        groupingLevel += 1
        if openGroup == nil { openGroup = UndoGroup() }
        if openGroup?.name.isEmpty ?? false { openGroup?.name = name }
    }

    /// Closes the group that was opened last.
    public func endGrouping() {
        precondition(groupingLevel > 0, "UndoHistory.endGrouping() without beginGrouping(): use withGrouping(named:) { }")
        precondition(
            groupingLevel > 1 || activity == .recording,
            "UndoHistory.endGrouping() without beginGrouping() in an action that is being undone: use withGrouping(named:) { }"
        )
        groupingLevel -= 1
        if groupingLevel == 0 { closeGroup() }
    }

    /// Runs a closure whose changes are undone together, even if it throws in the middle of them.
    public func withGrouping<Result, Failure: Error>(
        named name: String = "",
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        beginGrouping(named: name)
        defer { endGrouping() }
        return try body()
    }

    // MARK: Undoing

    /// Takes back the newest group. Does nothing if there is none.
    public func undo() {
        precondition(activity == .recording, "UndoHistory.undo() in an action that is being undone: register the inverse instead")
        precondition(groupingLevel == 0, "UndoHistory.undo() while a group is open: call endGrouping() first")
        guard let group = takeNewest(from: &undoGroups) else { return publish() }
        perform(group, as: .undoing)
    }

    /// Does again what was undone last. Does nothing if there is nothing.
    public func redo() {
        precondition(activity == .recording, "UndoHistory.redo() in an action that is being undone: register the inverse instead")
        precondition(groupingLevel == 0, "UndoHistory.redo() while a group is open: call endGrouping() first")
        guard let group = takeNewest(from: &redoGroups) else { return publish() }
        perform(group, as: .redoing)
    }

    private func takeNewest(from groups: inout [UndoGroup]) -> UndoGroup? {
        while let group = groups.popLast() {
            if group.isAlive { return group }
        }
        return nil
    }

    private func perform(_ group: UndoGroup, as kind: Activity) {
        activity = kind
        beginGrouping(named: group.name)
        for step in group.steps.reversed() { step() }
        precondition(
            groupingLevel == 1,
            "UndoHistory: an action that was undone opened a group and did not close it: use withGrouping(named:) { }"
        )
        groupingLevel = 0
        closeGroup()
        activity = .recording
        publish()
    }

    // MARK: Forgetting

    /// Forgets everything.
    public func removeAllActions() {
        undoGroups = []
        redoGroups = []
        openGroup?.steps = []
        publish()
    }

    /// Forgets what is done with a target.
    public func removeAllActions(withTarget target: AnyObject) {
        func pruned(_ groups: [UndoGroup]) -> [UndoGroup] {
            groups.map { group in
                var group = group
                group.steps.removeAll { $0.concerns(target) }
                return group
            }.filter { !$0.steps.isEmpty }
        }
        undoGroups = pruned(undoGroups)
        redoGroups = pruned(redoGroups)
        openGroup?.steps.removeAll { $0.concerns(target) }
        publish()
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
            redoGroups = []
        }
        trim()
        if activity == .recording { publish() }
    }

    private func trim() {
        if let limit, undoGroups.count > limit { undoGroups.removeFirst(undoGroups.count - limit) }
    }

    private var newestUndo: UndoGroup? { undoGroups.last { $0.isAlive } }
    private var newestRedo: UndoGroup? { redoGroups.last { $0.isAlive } }

    /// Tells observers what is different now. Each line looks for itself: an observer may have registered or undone something.
    private func publish() {
        if canUndo != (newestUndo != nil) { canUndo.toggle() }
        if canRedo != (newestRedo != nil) { canRedo.toggle() }
        if undoActionName != newestUndo?.name ?? "" { undoActionName = newestUndo?.name ?? "" }
        if redoActionName != newestRedo?.name ?? "" { redoActionName = newestRedo?.name ?? "" }
    }
}

/// One thing to do in order to undo something.
struct UndoStep {
    private weak var target: AnyObject?
    private let perform: () -> Void

    init<Target: AnyObject>(with target: Target, _ action: @escaping (Target) -> Void) {
        self.target = target
        perform = { [weak target] in
            if let target { action(target) }
        }
    }

    /// Whether there is still somebody to do it with.
    var isAlive: Bool { target != nil }

    func concerns(_ object: AnyObject) -> Bool { target === object }

    func callAsFunction() { perform() }
}

/// What one undo takes back.
struct UndoGroup {
    var name = ""
    var steps: [UndoStep] = []

    var isAlive: Bool { steps.contains { $0.isAlive } }
}
