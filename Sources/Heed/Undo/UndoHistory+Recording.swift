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
    /// - Collections are restored as a whole.
    /// - Setting a property to an equal value, or to the same object, registers nothing.
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
        let isSame = Sameness<Value>()
        let place = RegistrationPlace(fileID: fileID, line: line)
        let handler = ChangeHandler<Object, Value>.values { [weak self, weak object] old, new in
            guard let self, let object, !isSame(old, new) else { return }
            registerUndo(with: object, named: name) { $0[keyPath: keyPath] = old }
        }
        let registered = Isolation.registered(in: isolation)
        return ObservationToken(object.startObserving(keyPath, options: [.old, .new], in: registered, place: place, handler: handler))
    }
}
