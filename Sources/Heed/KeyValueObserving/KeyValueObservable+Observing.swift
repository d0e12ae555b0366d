extension KeyValueObservable {
    /// Calls a handler with the value at a key path whenever it changes.
    ///
    /// ```swift
    /// let observation = album.observe(\.title) { title in print(title) }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - initial: Whether to call with the present value at once, before this method returns.
    ///   - isolation: The isolation of the caller, which the handler belongs to.
    ///   - handler: Called with the value: a collection as a whole, also where it was changed in place.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: As `observe(_:options:changeHandler:)`.
    /// - Reentrancy: As `observe(_:options:changeHandler:)`.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ handler: @escaping (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(
            keyPath, initial ? [.initial, .new] : .new, in: isolation, at: RegistrationPlace(fileID: fileID, line: line), .value(handler))
    }

    /// Calls a handler with the value before and the value after each change.
    ///
    /// ```swift
    /// let observation = album.observe(\.title) { old, new in print(old, "→", new) }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - isolation: The isolation of the caller, which the handler belongs to.
    ///   - handler: Called with both values: collections as a whole, also where they were changed in place.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: As `observe(_:options:changeHandler:)`.
    /// - Reentrancy: As `observe(_:options:changeHandler:)`.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        isolation: isolated (any Actor)? = #isolation,
        _ handler: @escaping (_ old: Value, _ new: Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(keyPath, [.old, .new], in: isolation, at: RegistrationPlace(fileID: fileID, line: line), .values(handler))
    }

    /// Calls a handler whenever the value at a key path changes.
    ///
    /// ```swift
    /// let observation = album.observe(\.title, options: [.old, .new]) { album, change in
    ///     print(change.oldValue ?? "", "→", change.newValue ?? "")
    /// }
    /// ```
    ///
    /// ## Behavior
    /// - Observers are called in the order in which they registered.
    /// - A value equal to the one before is a change too.
    /// - The key path may go through other observable objects and computed properties. What it depends on is found by reading it: once
    ///   now, and again whenever something on the way changes.
    /// - A stored collection that is changed in place tells which elements came and went; see ``KeyValueChangeKind``.
    /// - Within ``withGroupedChanges(_:)`` the handler is called at most once, at the end.
    /// - With ``KeyValueObservingOptions/initial`` the first call comes before this method returns.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from this object on.
    ///   - options: What each call carries, and whether there are calls at once and before each change.
    ///   - isolation: The isolation of the caller, which the handler belongs to.
    ///   - changeHandler: Called with the object and the change.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: Register where the object may be read. The handler and the getters on the path run in the isolation that this method
    ///   was called in, where the change is made. Changes that other threads make, to objects on the path whose class is `Sendable`, are
    ///   brought there: later, without a prior call, and several that are made meanwhile as one. Where the method is called in no
    ///   isolation, such a path is refused and reported; see ``Diagnostics``. For objects that several threads share, declare the class
    ///   `Sendable`.
    /// - Reentrancy: The handler may change the same property. Every observer sees the first change wholly before the second.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions,
        isolation: isolated (any Actor)? = #isolation,
        changeHandler: @escaping (Self, KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(keyPath, options, in: isolation, at: RegistrationPlace(fileID: fileID, line: line), .change(changeHandler))
    }

    /// - Parameters:
    ///   - isolation: The isolation of the key path and the handler; `nil` for none.
    ///   - isShared: Whether the key path and the handler are `Sendable`.
    @inlinable
    func register<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: (any Actor)? = nil,
        isShared: Bool = false,
        at place: RegistrationPlace,
        _ handler: ChangeHandler<Self, Value>
    ) -> ObservationToken {
        register(keyPath, options, in: isolation, isShared: isShared, at: place, handler, caller: { PropertyCaller.calling(Value.self) }) {
            KeyPathAccessor.of(keyPath, $0)
        }
    }

    @usableFromInline
    func register<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: (any Actor)?,
        isShared: Bool,
        at place: RegistrationPlace,
        _ handler: ChangeHandler<Self, Value>,
        caller: () -> PropertyCaller.Call,
        accessor: (ChangeHandler<Self, Value>) -> KeyPathAccessor
    ) -> ObservationToken {
        ObservationToken(
            startObserving(
                keyPath, options, in: isShared ? .anywhere : .registered(in: isolation), at: place, handler, caller: caller,
                accessor: accessor))
    }

    /// Starts an observer without a token.
    ///
    /// - Parameters:
    ///   - isolation: Where the path may be read and the handler called.
    ///   - wholeValues: Whether all changes are to be told as settings, with whole values, also those of a collection's elements.
    ///   - ended: Called when the object has died.
    package func startObserving<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions,
        in isolation: Isolation,
        place: RegistrationPlace? = nil,
        wholeValues: Bool = false,
        ended: (@Sendable () -> Void)? = nil,
        handler: ChangeHandler<Self, Value>
    ) -> Registration {
        startObserving(
            keyPath, options, in: isolation, at: place, wholeValues: wholeValues, ended: ended, handler,
            caller: { PropertyCaller.calling(Value.self) }, accessor: { KeyPathAccessor.of(keyPath, $0) })
    }

    /// - Parameters:
    ///   - caller: Makes what calls the handlers of the property that the path names, where it names one.
    ///   - accessor: Makes what reads the key path and calls the handler, where the property's events are not enough.
    private func startObserving<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: @autoclosure () -> Isolation,
        at place: RegistrationPlace?,
        wholeValues: Bool = false,
        ended: (@Sendable () -> Void)? = nil,
        _ handler: ChangeHandler<Self, Value>,
        caller: () -> PropertyCaller.Call,
        accessor: (ChangeHandler<Self, Value>) -> KeyPathAccessor
    ) -> Registration {
        let takesWholeValues = handler.takesWholeValues || wholeValues
        // What belongs to one isolation, and names a stored property, needs no look at anything else.
        if let property = PlainPaths.property(of: keyPath, in: self), Diagnostics.watched.isEmpty,
            !property.isShared || isolation().hasSendablePath,
            !(takesWholeValues && CollectionMutation<Value>.isPossible)
        {
            let id = property.join(handler, options, at: place, ended: ended, caller: caller)
            if options.contains(.initial) { call(handler, options, keyPath) }
            return Registration(id ?? 0, with: property)
        }
        let isolation = isolation()
        let survey = KeyPathReading.survey(keyPath, of: self)
        if isolation.mustStay(Self.self), !isolation.hasActor, let shared = survey.sources.first(where: \.isShared) {
            Diagnostics.report(.unknownIsolation("\(KeyPathName(keyPath))", through: shared.name, isRefused: true, place: place))
            return Registration(0, with: shared)
        }
        if survey.sources.isEmpty || survey.nonObservableClass != nil {
            Diagnostics.reportSilentKeyPath(keyPath, within: survey.nonObservableClass, at: place)
        }
        return Diagnostics.watching(survey.plain?.property.name ?? "\(KeyPathName(keyPath))", at: place, handler) { handler in
            let registration = startObserving(
                keyPath, as: survey, options, isolation, place, takesWholeValues, ended, handler, caller, accessor)
            if options.contains(.initial) { call(handler, options, keyPath) }
            return registration
        }
    }

    /// Calls a handler with the present value. Apart from the rest, because types are looked up on the way into it.
    @inline(never)
    private func call<Value>(
        _ handler: ChangeHandler<Self, Value>,
        _ options: KeyValueObservingOptions,
        _ keyPath: KeyPath<Self, Value>
    ) {
        handler(self, KeyValueChange(newValue: options.contains(.new) ? self[keyPath: keyPath] : nil))
    }

    private func startObserving<Value>(
        _ keyPath: KeyPath<Self, Value>,
        as survey: KeyPathSurvey,
        _ options: KeyValueObservingOptions,
        _ isolation: Isolation,
        _ place: RegistrationPlace?,
        _ takesWholeValues: Bool,
        _ ended: (@Sendable () -> Void)?,
        _ handler: ChangeHandler<Self, Value>,
        _ caller: () -> PropertyCaller.Call,
        _ accessor: (ChangeHandler<Self, Value>) -> KeyPathAccessor
    ) -> Registration {
        // A stored property can be read where it is changed.
        let property = survey.sources.count == 1 ? survey.plain?.property : nil
        let staysInPlace = property?.isShared == true ? isolation.hasSendableHandler : property != nil
        if let property, staysInPlace, !(takesWholeValues && CollectionMutation<Value>.isPossible) {
            let id = property.join(handler, options, at: place, ended: ended, caller: caller)
            return Registration(id ?? 0, with: property)
        }
        let observation = KeyPathObservation(
            of: accessor(handler),
            from: self,
            endsAtStoredProperty: survey.endsAtStoredProperty && !CollectionMutation<Value>.isPossible,
            options: options,
            isolation: staysInPlace || !isolation.mustStay(Self.self) ? nil : isolation,
            manuallyNotified: _heedManuallyNotifiedPaths(creating: true).registry(for: keyPath),
            place: place,
            rootEnded: ended
        )
        observation.start(with: survey.sources, in: self)
        return Registration(observation)
    }
}

extension Isolation {
    /// Whether what changes elsewhere has to be brought to where an observer of an object of a class was registered.
    ///
    /// Code that belongs to no actor can name only getters that belong to none. Those of a class that several threads share may run
    /// anywhere.
    fileprivate func mustStay<Object: KeyValueObservable>(_ type: Object.Type) -> Bool {
        if hasSendablePath { return false }
        return !(hasSendableHandler && !hasActor && Object._HeedSharing.self == _SharedByThreads.self)
    }
}

extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Calls a handler with the value at a key path whenever it changes, on the thread that changes it.
    ///
    /// As `observe(_:initial:_:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the handler are
    /// `Sendable`.
    ///
    /// - Threading: May be called on any thread. Changes that several threads make at once are reported by each thread at once.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        initial: Bool = false,
        _ handler: @escaping @Sendable (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let options: KeyValueObservingOptions = initial ? [.initial, .new] : .new
        return register(keyPath, options, isShared: true, at: RegistrationPlace(fileID: fileID, line: line), .value(handler))
    }

    /// Calls a handler with the value before and the value after each change, on the thread that makes it.
    ///
    /// As `observe(_:_:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the handler are `Sendable`.
    ///
    /// - Threading: May be called on any thread. Changes that several threads make at once are reported by each thread at once.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(keyPath, [.old, .new], isShared: true, at: RegistrationPlace(fileID: fileID, line: line), .values(handler))
    }

    /// Calls a handler whenever the value at a key path changes, on the thread that changes it.
    ///
    /// As `observe(_:options:changeHandler:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the
    /// handler are `Sendable`.
    ///
    /// - Threading: May be called on any thread. Changes that several threads make at once are reported by each thread at once.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        options: KeyValueObservingOptions,
        changeHandler: @escaping @Sendable (Self, KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(keyPath, options, isShared: true, at: RegistrationPlace(fileID: fileID, line: line), .change(changeHandler))
    }

    /// Not to be had: the key path or the handler could not cross threads.
    @available(*, unavailable, message: "a Sendable class changes on any thread: pass a Sendable key path and a @Sendable handler")
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        _ handler: @escaping (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        fatalError("unavailable")
    }

    /// Not to be had: the key path or the handler could not cross threads.
    @available(*, unavailable, message: "a Sendable class changes on any thread: pass a Sendable key path and a @Sendable handler")
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ handler: @escaping (_ old: Value, _ new: Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        fatalError("unavailable")
    }

    /// Not to be had: the key path or the handler could not cross threads.
    @available(*, unavailable, message: "a Sendable class changes on any thread: pass a Sendable key path and a @Sendable handler")
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        options: KeyValueObservingOptions,
        changeHandler: @escaping (Self, KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        fatalError("unavailable")
    }
}
