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
    /// - A handler that receives a change can use the history, even if it was registered before the recording: the history registers the
    ///   change first.
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
        let registration = object.startObserving(
            keyPath, options: [.old, .prior], in: registered, place: place, wholeValues: true, handler: handler)
        recording.registration = registration
        return ObservationToken(registration)
    }
}

/// A property whose changes a history records.
///
/// The recording receives a change when it begins and when it ends, which may be after other handlers, or after a group of changes. In between,
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
    /// The number of the oldest of them that have been registered in part, so that they may be the last state already.
    private var settledCount = 0
    /// The registration, which holds the recording until it ends.
    var registration: Registration?

    init(of object: Object, _ keyPath: ReferenceWritableKeyPath<Object, Value>, named name: String, in history: UndoHistory) {
        self.object = object
        self.keyPath = keyPath
        self.name = name
        self.history = history
    }

    func receive(_ change: KeyValueChange<Value>, of object: Object) {
        if change.isPrior, let old = change.oldValue {
            former.append(old)
            history?.willChange(self)
        } else if !former.isEmpty {
            let old = former.removeFirst()
            if former.isEmpty { history?.didChange(self) }
            // A change that a handler has made since begins where this one ended.
            let new = former.first ?? object[keyPath: keyPath]
            let hasSettled = settledCount > 0
            if hasSettled { settledCount -= 1 }
            register(old, unless: hasSettled ? isSame.isUnchanged(old, new) : isSame(old, new))
        }
    }

    func settle() {
        // While the property is being changed in place, reading it would violate exclusive access.
        guard let object, !former.isEmpty, registration?.isReadable ?? true else { return }
        let new = object[keyPath: keyPath]
        let values = former + [new]
        settledCount = former.count
        former = Array(repeating: new, count: former.count)
        for (old, new) in zip(values, values.dropFirst()) { register(old, unless: isSame.isUnchanged(old, new)) }
    }

    private func register(_ old: Value, unless isUnchanged: Bool) {
        guard let object, !isUnchanged else { return }
        history?.add(UndoStep(with: object) { [keyPath] in $0[keyPath: keyPath] = old }, named: name)
    }
}
