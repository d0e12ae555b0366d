extension KeyValueObservable {
    /// Calls a handler with the value at a key path whenever it changes.
    ///
    /// ```swift
    /// let observation = album.observe(\.title) { title in print(title) }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - initial: Whether to call the handler with the current value before this method returns.
    ///   - isolation: The isolation of the caller, to which the handler belongs.
    ///   - handler: A closure that receives the value. A collection arrives as a whole, even if it was changed in place.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: See `observe(_:options:changeHandler:)`.
    /// - Reentrancy: See `observe(_:options:changeHandler:)`.
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

    /// Calls a handler with the old and the new value at a key path after each change.
    ///
    /// ```swift
    /// let observation = album.observe(\.title) { old, new in print(old, "→", new) }
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - initial: Whether to call the handler immediately with the current value as both.
    ///   - isolation: The isolation of the caller, to which the handler belongs.
    ///   - handler: A closure that receives both values. Collections arrive as a whole, even if they were changed in place.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: See `observe(_:options:changeHandler:)`.
    /// - Reentrancy: See `observe(_:options:changeHandler:)`.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        initial: Bool = false,
        isolation: isolated (any Actor)? = #isolation,
        _ handler: @escaping (_ old: Value, _ new: Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        register(
            keyPath, initial ? [.initial, .old, .new] : [.old, .new], in: isolation, at: RegistrationPlace(fileID: fileID, line: line),
            .values(handler))
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
    /// - Heed calls observers in registration order.
    /// - Setting a property to an equal value also counts as a change.
    /// - The key path can pass through other observable objects and computed properties. Heed finds its dependencies by reading it: once
    ///   now, and again whenever something on the path changes.
    /// - A stored collection that is changed in place reports which elements were inserted and removed; see ``KeyValueChangeKind``.
    /// - Within ``withGroupedChanges(_:)``, Heed calls the handler at most once, at the end.
    /// - With ``KeyValueObservingOptions/initial``, the first call comes before this method returns.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at this object.
    ///   - options: What each call carries, and whether there are initial and prior calls.
    ///   - isolation: The isolation of the caller, to which the handler belongs.
    ///   - changeHandler: A closure that receives the object and the change.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released.
    /// - Threading: Register where you can read the object. The handler and the getters on the path run in the isolation from which you
    ///   call this method, where the change is made. If another thread changes an object on the path whose class is `Sendable`, the change
    ///   hops to that isolation: it arrives later, without a prior call, combined with others made meanwhile. If you call this method from
    ///   no isolation, Heed refuses such a path and reports it; see ``Diagnostics``. For objects that several threads share, declare the
    ///   class `Sendable`.
    /// - Reentrancy: The handler can change the same property. Every observer sees the first change completely before the second.
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

    /// Unavailable: without options, a handler of two values receives the old and the new one.
    @available(*, unavailable, message: "to receive the object and the change, pass 'options:', such as 'options: [.old, .new]'")
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ handler: @escaping (Self, KeyValueChange<Value>) -> Void
    ) -> ObservationToken {
        fatalError("unavailable")
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
        register(
            keyPath, options, in: isShared ? .anywhere : .registered(in: isolation), at: place, handler,
            caller: { PropertyCaller.calling(Value.self) }
        ) {
            KeyPathAccessor.of(keyPath, $0, options, getter: $1)
        }
    }

    @usableFromInline
    func register<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: @autoclosure () -> Isolation,
        at place: RegistrationPlace,
        _ handler: ChangeHandler<Self, Value>,
        caller: () -> PropertyCaller.Call,
        accessor: (ChangeHandler<Self, Value>, _ getter: Any?) -> KeyPathAccessor
    ) -> ObservationToken {
        ObservationToken(
            startObserving(keyPath, options, in: isolation(), at: place, handler, caller: caller, accessor: accessor))
    }

    /// Starts an observer without a token.
    ///
    /// - Parameters:
    ///   - isolation: The isolation in which to read the path and call the handler.
    ///   - wholeValues: Whether to report all changes as settings, with whole values, even those of a collection's elements.
    ///   - ended: A closure to call after the object is deallocated.
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
            caller: { PropertyCaller.calling(Value.self) }, accessor: { KeyPathAccessor.of(keyPath, $0, options, getter: $1) })
    }

    /// - Parameters:
    ///   - caller: Makes the caller of the handlers of the property that the path names, if it names one.
    ///   - accessor: Makes the accessor that reads the key path and calls the handler, if the property's events aren't enough.
    func startObserving<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: @autoclosure () -> Isolation,
        at place: RegistrationPlace?,
        wholeValues: Bool = false,
        ended: (@Sendable () -> Void)? = nil,
        _ handler: ChangeHandler<Self, Value>,
        caller: () -> PropertyCaller.Call,
        accessor: (ChangeHandler<Self, Value>, _ getter: Any?) -> KeyPathAccessor
    ) -> Registration {
        let takesWholeValues = handler.takesWholeValues || wholeValues
        // A path that belongs to one isolation and names a stored property needs no further checks.
        if let property = PlainPaths.property(of: keyPath, in: self), Diagnostics.watched.isEmpty,
            !property.isShared || isolation().hasSendablePath,
            !(takesWholeValues && CollectionMutation<Value>.isPossible)
        {
            return startObserving(property, keyPath, options, at: place, ended, handler, caller)
        }
        let isolation = isolation()
        let survey = KeyPathReading.survey(keyPath, of: self)
        if isolation.mustStay(Self.self), !isolation.hasActor, let shared = survey.sources.first(where: \.isShared) {
            Diagnostics.report(
                .unknownIsolation("\(KeyPathName(keyPath))", through: shared.name, isRefused: true, place: place), of: keyPath)
            return Registration(0, with: shared)
        }
        if survey.sources.isEmpty || survey.nonObservableClass != nil {
            Diagnostics.reportSilentKeyPath(keyPath, within: survey.nonObservableClass, at: place)
        }
        return Diagnostics.watching(survey.name(of: keyPath, in: self), at: place, handler) { handler in
            startObserving(keyPath, as: survey, options, isolation, place, takesWholeValues, ended, handler, caller, accessor)
        }
    }

    /// Starts an observer in a stored property's own list.
    private func startObserving<Value>(
        _ property: PropertyRegistry,
        _ keyPath: KeyPath<Self, Value>,
        _ options: KeyValueObservingOptions,
        at place: RegistrationPlace?,
        _ ended: (@Sendable () -> Void)?,
        _ handler: ChangeHandler<Self, Value>,
        _ caller: () -> PropertyCaller.Call
    ) -> Registration {
        guard options.contains(.initial) else {
            return Registration(property.join(handler, options, at: place, ended: ended, caller: caller) ?? 0, with: property)
        }
        let gate = property.isShared ? InitialGate() : nil
        let id = property.join(gate?.passing(handler) ?? handler, options, at: place, ended: ended, caller: caller)
        call(handler, options, keyPath, gate, property)
        return Registration(id ?? 0, with: property)
    }

    /// Calls a handler with the current value. A separate function, because types are looked up on entry.
    @inline(never)
    private func call<Value>(
        _ handler: ChangeHandler<Self, Value>,
        _ options: KeyValueObservingOptions,
        _ keyPath: KeyPath<Self, Value>,
        _ gate: InitialGate?,
        _ property: PropertyRegistry
    ) {
        func read() -> Value? { options.contains(.new) ? self[keyPath: keyPath] : nil }
        func call(_ value: Value?) { handler(self, KeyValueChange(newValue: value)) }
        if let gate { gate.open(property, read: read, call) } else { call(read()) }
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
        _ accessor: (ChangeHandler<Self, Value>, _ getter: Any?) -> KeyPathAccessor
    ) -> Registration {
        // A stored property can be read where it is changed.
        let property = survey.sources.count == 1 ? survey.plain?.property : nil
        let staysInPlace = property?.isShared == true ? isolation.hasSendableHandler : property != nil
        if let property, staysInPlace, !(takesWholeValues && CollectionMutation<Value>.isPossible) {
            return startObserving(property, keyPath, options, at: place, ended, handler, caller)
        }
        let observation = KeyPathObservation(
            of: accessor(handler, survey.computed?.read),
            from: self,
            endsAtStoredProperty: survey.endsAtStoredProperty && !CollectionMutation<Value>.isPossible,
            options: options,
            isolation: staysInPlace || !isolation.mustStay(Self.self) ? nil : isolation,
            isShared: Self.isShared,
            manuallyNotified: _heedManuallyNotifiedPaths(creating: true).registry(for: keyPath) { survey.name(of: keyPath, in: self) },
            place: place,
            rootEnded: ended
        )
        if Recording.isIndexing { observation.record(as: ObservedPath(keyPath, of: self, survey)) }
        observation.start(with: survey.sources, in: self)
        return Registration(observation)
    }
}

extension Isolation {
    /// Returns whether changes made elsewhere must be brought to where an observer of an object of a class was registered.
    ///
    /// Code that belongs to no actor can name only nonisolated getters. Getters of a class that several threads share may run anywhere.
    fileprivate func mustStay<Object: KeyValueObservable>(_ type: Object.Type) -> Bool {
        if hasSendablePath { return false }
        return !(hasSendableHandler && !hasActor && Object.isShared)
    }
}

extension KeyValueObservable where Self: Sendable, _HeedSharing == _SharedByThreads {
    /// Calls a handler with the value at a key path whenever it changes, on the thread that changes it.
    ///
    /// Like `observe(_:initial:_:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the handler are
    /// `Sendable`.
    ///
    /// - Threading: You can call this on any thread. The handler never runs concurrently with itself: of threads that make changes
    ///   concurrently, one calls it for all, in the order in which the changes were stored.
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

    /// Calls a handler with the old and the new value at a key path after each change, on the thread that makes it.
    ///
    /// Like `observe(_:_:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the handler are
    /// `Sendable`.
    ///
    /// - Threading: You can call this on any thread. The handler never runs concurrently with itself: of threads that make changes
    ///   concurrently, one calls it for all, in the order in which the changes were stored.
    @inlinable
    public func observe<Value>(
        _ keyPath: KeyPath<Self, Value> & Sendable,
        initial: Bool = false,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let options: KeyValueObservingOptions = initial ? [.initial, .old, .new] : [.old, .new]
        return register(keyPath, options, isShared: true, at: RegistrationPlace(fileID: fileID, line: line), .values(handler))
    }

    /// Calls a handler whenever the value at a key path changes, on the thread that changes it.
    ///
    /// Like `observe(_:options:changeHandler:)` of ``KeyValueObservable``, for objects that several threads share: the key path and the
    /// handler are `Sendable`.
    ///
    /// - Threading: You can call this on any thread. The handler never runs concurrently with itself: of threads that make changes
    ///   concurrently, one calls it for all, in the order in which the changes were stored.
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
}
