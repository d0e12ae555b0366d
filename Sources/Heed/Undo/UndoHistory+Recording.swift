extension UndoHistory {
    /// Records every change of a property automatically.
    ///
    /// ```swift
    /// let recording = history.recordChanges(of: album, \.title, named: "Rename")
    /// album.title = "Blue Train"
    /// history.undo()   // the title has its old value
    /// history.redo()   // the title is "Blue Train"
    /// ```
    ///
    /// ## Behavior
    /// - Each change is undone separately, unless a group is open: put changes that belong together into ``withGrouping(named:_:)``.
    /// - Collections are restored as a whole, also after changes of their elements.
    /// - Setting a property to an equal value, or to the same object, registers nothing.
    /// - Within ``withGroupedChanges(_:)``, undoing, the history's groups and ``withoutRegistration(_:)`` have their usual effect. What
    ///   changes between two uses of the history there is one change per property.
    /// - The recording keeps neither the object nor the history alive.
    ///
    /// - Parameters:
    ///   - object: The object whose property to record.
    ///   - keyPath: A property of the object itself, not of another object on the way, which might be replaced before the undo.
    ///   - name: The name of the change, in the user's language.
    ///   - isolation: The isolation of the caller, to which the object and the history belong.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The token that keeps the history recording. Recorded changes can be undone without it.
    public func recordChanges<Object: KeyValueObservable, Value>(
        of object: Object,
        _ keyPath: ReferenceWritableKeyPath<Object, Value>,
        named name: String = "",
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken where Object._HeedSharing == _KeptInOneIsolation {
        let recording = UndoRecording(of: object, keyPath, named: name, in: self)
        let place = RegistrationPlace(fileID: fileID, line: line)
        let handler = ChangeHandler<Object, Value>.change { recording.receive($1, of: $0) }
        let registered = Isolation.registered(in: isolation)
        return ObservationToken(
            object.startObserving(
                keyPath, options: [.old, .prior], in: registered, place: place, wholeValues: true, handler: handler))
    }
}

/// A property whose changes a history records.
///
/// In a group of changes, its observers hear of its first change when that begins, and of its last state when the group ends. In between,
/// the history settles: before it does anything else, it registers what has changed so far, because that belongs to its state until then.
///
/// State and its protection: all of it belongs to the history's isolation.
private final class UndoRecording<Object: KeyValueObservable, Value>: UnsettledRecording {
    private weak let history: UndoHistory?
    private weak let object: Object?
    private let keyPath: ReferenceWritableKeyPath<Object, Value>
    private let name: String
    private let isSame = Sameness<Value>()
    /// The values from before the changes that have begun and haven't been registered, oldest first.
    private var former: [Value] = []
    /// Whether the oldest of them has been registered in part, so that it may be the last state already.
    private var hasSettled = false

    init(of object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>, named name: String, in history: UndoHistory) {
        self.object = object
        self.keyPath = keyPath
        self.name = name
        self.history = history
    }

    func receive(_ change: KeyValueChange<Value>, of object: Object) {
        if change.isPrior, let old = change.oldValue {
            former.append(old)
            if ChangeGroup.current != nil { history?.willChange(self) }
        } else if !former.isEmpty {
            let old = former.removeFirst()
            history?.didChange(self)
            // A change that a handler has made since begins where this one ended.
            let new = former.first ?? object[keyPath: keyPath]
            register(old, unless: hasSettled ? isSame.isUnchanged(old, new) : isSame(old, new))
            hasSettled = false
        }
    }

    func settle() {
        guard let object, let old = former.first else { return }
        let new = object[keyPath: keyPath]
        former[0] = new
        hasSettled = true
        register(old, unless: isSame.isUnchanged(old, new))
    }

    private func register(_ old: Value, unless isUnchanged: Bool) {
        guard let object, !isUnchanged else { return }
        history?.add(UndoStep(with: object) { [keyPath] in $0[keyPath: keyPath] = old }, named: name)
    }
}
