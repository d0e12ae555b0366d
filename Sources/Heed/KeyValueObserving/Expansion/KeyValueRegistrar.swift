internal import CHeedThreads
public import Synchronization

/// The one stored property that ``KeyValueObservable()`` adds to a class: eight bytes, empty until the object has an observer.
///
/// The macro's generated code uses it; you don't need to use it yourself.
///
/// State and its protection: `state` is atomic. It is zero, or a retained reference to the object's `ObservedProperties`. It is set once,
/// and released with the object.
public struct _KeyValueRegistrar: ~Copyable, Sendable {
    @usableFromInline let state = AtomicWord<UInt>(0)

    /// Creates a registrar for an object without observers.
    public init() {}

    deinit {
        if let properties {
            properties.end()
            // SAFETY: balances the retain in `observedProperties`; the object is being deallocated, so no other code uses its registrar.
            Unmanaged.passUnretained(properties).release()
        }
    }

    /// Whether the object has never had an observer.
    @inlinable
    public var isIdle: Bool {
        @inline(__always) get { _fastPath(state.load(ordering: .relaxed) == 0) }
    }

    private var reference: Unmanaged<ObservedProperties>? {
        // SAFETY: a nonzero value is a reference that is retained as long as the registrar lives.
        UnsafeRawPointer(bitPattern: state.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }

    private var properties: ObservedProperties? { reference?.takeUnretainedValue() }

    private func offset(in object: AnyObject) -> Int {
        withUnsafePointer(to: state) { UnsafeRawPointer($0) - UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }
    }

    /// Returns the object's observers by property, created on first use.
    func observedProperties() -> ObservedProperties {
        if let properties { return properties }
        let created = Unmanaged.passRetained(ObservedProperties())
        let (exchanged, _) = state.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: created.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        if exchanged { return created.takeUnretainedValue() }
        // Another thread was faster: use its reference.
        created.release()
        return properties!
    }

    /// The object's properties as Observation tracks them, if any was ever read.
    var trackedProperties: Unmanaged<TrackedProperties>? {
        reference?.borrow { $0.trackedIfPresent }
    }

    /// Returns the observers of key paths that the object notifies manually and doesn't store.
    ///
    /// - Parameter creating: Whether to create the list if there is none.
    public func manuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths {
        _ManuallyNotifiedPaths(properties: creating ? observedProperties() : properties)
    }

    // MARK: Generated code

    /// Reports a read of the property to the innermost key path read on this thread, if the path's previous read came to the same property.
    ///
    /// - Returns: Whether it did. If not, ``wasRead(_:_:of:notifies:isShared:isFinal:getter:keyPath:storage:)`` has to report it.
    public func wasReadAgain(_ index: Int) -> Bool {
        guard let reading = KeyPathReading.current,
            let property = reference?.borrow({ $0.referenceIfPresent(for: index) })
        else { return false }
        return reading.pointee.confirms(property)
    }

    /// Reports a read of the property to the innermost key path read on this thread.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - name: The property's name.
    ///   - object: The object that the property belongs to.
    ///   - notifies: False for a property that notifies only manually.
    ///   - isShared: Whether any thread may change the property.
    ///   - isFinal: Whether no subclass can override the property.
    ///   - getter: The function that reads the computed property of the class that a key path names, if it names one.
    ///   - keyPath: The property as a key path from a given class, or `nil` if it isn't a property of that class.
    ///   - storage: Passes the property's storage to an edit.
    public func wasRead(
        _ index: Int,
        _ name: StaticString,
        of object: AnyObject,
        notifies: Bool = true,
        isShared: Bool = false,
        isFinal: Bool = false,
        getter: (AnyKeyPath) -> Any? = { _ in nil },
        keyPath: (Any.Type) -> AnyKeyPath?,
        storage: (_StorageEdit) -> Void = { _ in }
    ) {
        guard let reading = KeyPathReading.current else { return }
        switch reading.pointee.purpose {
        case .sources(let survey):
            let property = observedProperties().registry(for: index, isShared: isShared) { "\(type(of: object)).\(name)" }
            if heed_is_indexing() { ObservationIndex.note(property, of: object) }
            reading.pointee.note(property)
            let place = PropertyPlace(offset: offset(in: object), index: index, isFinal: isFinal)
            survey?.note(property, at: place, in: object, keyPath: keyPath, getter: getter)
        case .location(let includesOverridden):
            let place = PropertyPlace(offset: offset(in: object), index: index, isFinal: isFinal)
            guard reading.pointee.isWholePath(in: object, keyPath: keyPath),
                includesOverridden || !place.isOverridden(in: object, keyPath: keyPath)
            else { return }
            reading.pointee.location = PropertyLocation(
                property: properties?.registryIfPresent(for: index), notifies: notifies, tracked: trackedProperties, index: index)
        case .edit(let edit):
            guard reading.pointee.isWholePath(in: object, keyPath: keyPath) else { return }
            // The change may run code that reads the same property.
            KeyPathReading.pausing {
                guard notifies, !edit.isRead else { return storage(edit) }
                trackedProperties?.takeUnretainedValue().willSet(index)
                storage(edit)
                trackedProperties?.takeUnretainedValue().didSet(index, isShared: isShared)
            }
        }
    }

    /// Returns the function that reads a computed property, as ``wasRead(_:_:of:notifies:isShared:isFinal:getter:keyPath:storage:)`` takes it.
    public static func getter<Root, Value>(_ name: StaticString, _ read: @escaping (Root) -> Value) -> Any {
        ComputedProperty(name: name, read: read)
    }

    /// Sets a property, if the change needs more than a notification at its end.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    ///   - newValue: The value to set.
    ///   - present: The property's current value.
    ///   - store: Stores the value.
    @inlinable
    public func set<Value>(
        _ index: Int,
        of object: AnyObject,
        to newValue: Value,
        from present: @autoclosure () -> Value,
        _ store: (Value) -> Void
    ) {
        let begun = beginSetting(index, of: object, as: Value.self) { body in withUnsafePointer(to: present()) { body($0) } }
        guard let change = begun else { return setInGroup(index, of: object, to: newValue, from: present(), store) }
        let oldValue = present()
        store(newValue)
        withUnsafePointer(to: oldValue) { old in
            withUnsafePointer(to: newValue) { new in endSetting(change, of: object, as: Value.self, from: old, to: new) }
        }
    }

    /// - Returns: `nil` in a group of changes, which keeps the values.
    @usableFromInline
    func beginSetting(
        _ index: Int,
        of object: AnyObject,
        as type: Any.Type,
        from old: (_ body: (UnsafeRawPointer) -> Void) -> Void
    ) -> _OpenChange? {
        guard let property = reference?.borrow({ $0.referenceIfPresent(for: index) }) else { return _OpenChange() }
        if heed_current_group() != nil { return nil }
        return property.borrow { property in
            if property.isEmpty { return _OpenChange() }
            guard !property.isPartOfManualChange(of: object, as: type, old: old) else { return _OpenChange(isSilent: true) }
            return property.beginSetting(of: object, as: type, old: old)
        }
    }

    @usableFromInline
    func endSetting(_ change: _OpenChange, of object: AnyObject, as type: Any.Type, from old: UnsafeRawPointer, to new: UnsafeRawPointer) {
        change.propertyReference?.borrow { $0.endSetting(change, of: object, as: type, from: old, to: new) }
    }

    @usableFromInline
    func setInGroup<Value>(
        _ index: Int,
        of object: AnyObject,
        to newValue: Value,
        from present: @autoclosure () -> Value,
        _ store: (Value) -> Void
    ) {
        let change = willChange(index, of: object, old: present())
        let oldValue = present()
        store(newValue)
        didChange(change, of: object, from: oldValue, to: newValue)
    }

    /// Begins a change of a property, for its current observers.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    ///   - old: The old value, read when it is needed: handlers that must first receive an earlier change may change it.
    public func willChange<Value>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        guard let property = properties?.registryIfPresent(for: index) else { return _OpenChange() }
        return property.willChange(of: object, old: old())
    }

    /// Begins a change, if it is a plain one. Its ``_PlainChange/isPlain`` is then true, and the caller only has to end it.
    ///
    /// - Parameter index: The number of the property in its class.
    public func beginPlainChange(_ index: Int) -> _PlainChange {
        guard let properties = reference else { return .unheard }
        return properties.borrow { $0.referenceIfPresent(for: index) }.map(_PlainChange.init) ?? .unheard
    }

    /// Begins a change of a property that has `willSet` or `didSet`. Any further changes of the property that they cause are part of this
    /// one, as with ``KeyValueObservable/willChangeValue(for:)``.
    public func willChangeAroundObservers<Value>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        var change = willChange(index, of: object, old: old())
        guard let property = change.property else { return change }
        property.openByHand(on: .current, as: change)
        change.isOpenByHand = true
        return change
    }

    /// Notes that a property is being changed in place, so that it can't be read.
    public func beginAccess(_ index: Int) {
        properties?.registryIfPresent(for: index)?.isInPlace.store(true, ordering: .relaxed)
    }

    /// Notes that a property has been changed in place, and can be read.
    public func endAccess(_ index: Int) {
        properties?.registryIfPresent(for: index)?.isInPlace.store(false, ordering: .relaxed)
    }

    /// Completes a change and notifies the observers that the property had when it began.
    public func didChange<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        if let grouped = change.grouped { return grouped.take(new) }
        guard let property = change.property else { return }
        if let manual = endedManualChange(change) {
            property.didChange(change, of: object, from: old, to: new, endingWith: manual)
        } else {
            property.didChange(change, of: object, from: old, to: new)
        }
    }

    /// Like `didChange`, for a value that was changed in place. For a collection, finds out how its elements changed.
    public func didModify<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        if let grouped = change.grouped { return grouped.take(new) }
        guard let property = change.property else { return }
        if let manual = endedManualChange(change) {
            property.didChange(change, of: object, from: old, to: new, endingWith: manual)
        } else {
            property.didModify(change, of: object, from: old, to: new)
        }
    }

    /// Ends a change of a property that has `willSet` or `didSet`.
    ///
    /// - Returns: The change as a manually announced one, if further changes of the property belong to it, and observers registered before those.
    private func endedManualChange(_ change: _OpenChange) -> ManualChange? {
        guard change.isOpenByHand, let manual = change.property?.closeByHand(on: .current) else { return nil }
        return manual.newcomers.isEmpty ? nil : manual
    }

    /// Like `didChange`, for an object that several threads share. Also notifies observers that registered during the change.
    ///
    /// - Parameter storage: The property's storage in the object.
    public func didChangeShared<Value>(
        _ index: Int,
        _ change: _OpenChange,
        of object: AnyObject,
        from old: Value,
        to new: Value,
        in storage: borrowing _SharedStorage<Value>
    ) {
        if let grouped = change.grouped { return grouped.take(new, present: storage.reader) }
        if change.turn.exists, let property = change.property { return property.didChange(change, of: object, from: old, to: new) }
        guard !change.isSilent else { return }
        properties?.registryIfPresent(for: index)?.tellNewcomers(of: object) { storage.value(taking: $0) }
    }

    /// Sets a property of an object that several threads share, if the change isn't plain.
    public func setShared<Value>(_ index: Int, of object: AnyObject, to newValue: Value, in storage: borrowing _SharedStorage<Value>) {
        var change = _OpenChange()
        if let property = properties?.registryIfPresent(for: index) { change = property.willChange(of: object, old: storage.value) }
        let oldValue = storage.exchange(newValue, in: &change)
        didChangeShared(index, change, of: object, from: oldValue, to: newValue, in: storage)
    }

    /// Completes a plain change of an object that several threads share.
    @inlinable
    public func endSharedChange<Value>(
        _ index: Int,
        _ change: _PlainChange,
        _ turn: _DeliveryTurn,
        of object: AnyObject,
        from old: Value,
        to new: Value,
        in storage: borrowing _SharedStorage<Value>
    ) {
        let isTold = withUnsafePointer(to: old) { old in
            withUnsafePointer(to: new) { change.tellAlone(turn, of: object, as: Value.self, from: old, to: $0) }
        }
        if !isTold { didChangeShared(index, change.opened(in: turn), of: object, from: old, to: new, in: storage) }
    }

    /// Like `didModify`, for an object that several threads share.
    public func didModifyShared<Value>(
        _ index: Int,
        _ change: _OpenChange,
        of object: AnyObject,
        from old: Value,
        to new: Value,
        in storage: borrowing _SharedStorage<Value>
    ) {
        guard change.turn.exists, let property = change.property else {
            return didChangeShared(index, change, of: object, from: old, to: new, in: storage)
        }
        property.didModify(change, of: object, from: old, to: new)
    }
}
