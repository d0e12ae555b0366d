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
