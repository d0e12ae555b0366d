public import Synchronization

/// The one stored property that ``KeyValueObservable()`` adds to a class: eight bytes, empty until somebody observes the object.
///
/// Code that the macro writes uses it; there is no need to use it yourself.
///
/// What is protected by what: `state` is atomic. It is zero, or a retained reference to the object's `ObservedProperties`; it is set
/// once, and released with the object.
public struct _KeyValueRegistrar: ~Copyable, Sendable {
    @usableFromInline let state = Atomic<UInt>(0)

    /// Creates a registrar for an object that nobody observes.
    public init() {}

    deinit {
        if let properties {
            properties.end()
            // SAFETY: balances the retain in `observedProperties`; the object is going away, so nobody else uses its registrar.
            Unmanaged.passUnretained(properties).release()
        }
    }

    /// Whether nobody has ever observed the object.
    @inlinable
    public var isIdle: Bool {
        @inline(__always) get { state.load(ordering: .relaxed) == 0 }
    }

    private var reference: Unmanaged<ObservedProperties>? {
        // SAFETY: a value other than zero is a reference that was retained for as long as the registrar lives.
        UnsafeRawPointer(bitPattern: state.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }

    private var properties: ObservedProperties? { reference?.takeUnretainedValue() }

    private func offset(in object: AnyObject) -> Int {
        withUnsafePointer(to: state) { UnsafeRawPointer($0) - UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) }
    }

    /// The observers of a property that is found at a place in an object, if it ever had any.
    static func property(at place: PropertyPlace, in object: AnyObject) -> PropertyRegistry? {
        // SAFETY: the place was found in an object of the same class, where it was a registrar's only word, which is constant.
        let state = (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + place.offset)
            .assumingMemoryBound(to: Atomic<UInt>.self)
        guard let reference = UnsafeRawPointer(bitPattern: state.pointee.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<ObservedProperties>.fromOpaque(reference)._withUnsafeGuaranteedRef { $0.registryIfPresent(for: place.index) }
    }

    /// The object's observers by property, created on first use.
    private func observedProperties() -> ObservedProperties {
        if let properties { return properties }
        let created = Unmanaged.passRetained(ObservedProperties())
        let (exchanged, _) = state.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: created.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        if exchanged { return created.takeUnretainedValue() }
        // Another thread was quicker: its reference is there now.
        created.release()
        return properties!
    }

    /// The observers of what the object announces by hand and does not store.
    ///
    /// - Parameter creating: Whether to make room for observers where there are none.
    public func manuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths {
        _ManuallyNotifiedPaths(properties: creating ? observedProperties() : properties)
    }

    // MARK: For the code that the macro writes

    /// Tells the innermost key path read on this thread that the property was read.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - name: The property's name.
    ///   - object: The object that the property belongs to.
    ///   - notifies: False for a property that notifies only by hand.
    ///   - isShared: Whether any thread may change the property.
    ///   - isFinal: Whether no subclass can override the property.
    ///   - keyPath: The property as a key path from a given class, or `nil` where it is not a property of that class.
    ///   - storage: Hands the property's storage to an edit.
    public func wasRead(
        _ index: Int,
        _ name: StaticString,
        of object: AnyObject,
        notifies: Bool = true,
        isShared: Bool = false,
        isFinal: Bool = false,
        keyPath: (Any.Type) -> AnyKeyPath?,
        storage: (_StorageEdit) -> Void = { _ in }
    ) {
        guard let reading = KeyPathReading.current else { return }
        switch reading.pointee.purpose {
        case .sources:
            let property = observedProperties().registry(for: index, isShared: isShared) { "\(type(of: object)).\(name)" }
            let place = PropertyPlace(offset: offset(in: object), index: index, isFinal: isFinal)
            reading.pointee.note(property, at: place, in: object, keyPath: keyPath)
        case .location:
            guard reading.pointee.isWholePath(in: object, keyPath: keyPath) else { return }
            reading.pointee.location = PropertyLocation(property: properties?.registryIfPresent(for: index), notifies: notifies)
        case .edit(let edit):
            guard reading.pointee.isWholePath(in: object, keyPath: keyPath) else { return }
            storage(edit)
        }
    }

    /// Sets a property, where there is more to it than to tell the end of the change.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    ///   - newValue: The value to set.
    ///   - present: The value that the property has.
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
        guard let property = properties?.registryIfPresent(for: index), !property.isEmpty else { return _OpenChange() }
        if ChangeGroup.current != nil { return nil }
        guard !property.isOpenByHand(on: .current) else { return _OpenChange(isSilent: true) }
        return property.beginSetting(of: object, as: type, old: old)
    }

    @usableFromInline
    func endSetting(_ change: _OpenChange, of object: AnyObject, as type: Any.Type, from old: UnsafeRawPointer, to new: UnsafeRawPointer) {
        change.property?.endSetting(change, of: object, as: type, from: old, to: new)
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

    /// Begins a change of a property: who observes it now will be told of it.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    ///   - old: The value before, read when it is needed: handlers that have to hear of an earlier change first may change it.
    public func willChange<Value>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        guard let property = properties?.registryIfPresent(for: index) else { return _OpenChange() }
        return property.willChange(of: object, old: old())
    }

    /// Begins a change, if it is a plain one: then its ``_PlainChange/isPlain`` says so, and there is nothing to be done but to end it.
    ///
    /// - Parameter index: The number of the property in its class.
    public func beginPlainChange(_ index: Int) -> _PlainChange {
        guard let properties = reference else { return .unheard }
        return properties._withUnsafeGuaranteedRef { $0.referenceIfPresent(for: index) }.map(_PlainChange.init) ?? .unheard
    }

    /// Begins a change of a property that has `willSet` or `didSet`. If they lead to more changes of the property, these are part of
    /// this one, as with ``KeyValueObservable/willChangeValue(for:)``.
    public func willChangeAroundObservers<Value>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        var change = willChange(index, of: object, old: old())
        guard let property = change.property else { return change }
        _ = property.openByHand(on: .current)
        change.isOpenByHand = true
        return change
    }

    /// Completes a change and tells who observed the property when it began.
    public func didChange<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        if let grouped = change.grouped { return grouped.take(new) }
        guard let property = change.property else { return }
        if change.isOpenByHand { _ = property.closeByHand(on: .current) }
        property.didChange(change, of: object, from: old, to: new)
    }

    /// As `didChange`, for a value that was changed in place: of a collection, it is found out what became of its elements.
    public func didModify<Value>(_ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        if let grouped = change.grouped { return grouped.take(new) }
        guard let property = change.property else { return }
        if change.isOpenByHand { _ = property.closeByHand(on: .current) }
        property.didModify(change, of: object, from: old, to: new)
    }

    /// As `didChange`, for an object that several threads share: those who came while the change was made are told too.
    public func didChangeShared<Value>(_ index: Int, _ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        if let grouped = change.grouped { return grouped.take(new, isShared: true) }
        guard !change.isSilent, let property = change.property ?? properties?.registryIfPresent(for: index) else { return }
        property.didChange(change, of: object, from: old, to: new, isShared: true)
    }

    /// Completes a plain change of an object that several threads share.
    @inlinable
    public func endSharedChange<Value>(_ index: Int, _ change: _PlainChange, of object: AnyObject, from old: Value, to new: Value) {
        if change.hasSameObservers {
            change.end(of: object, from: old, to: new)
        } else {
            didChangeShared(index, change.opened, of: object, from: old, to: new)
        }
    }

    /// As `didModify`, for an object that several threads share.
    public func didModifyShared<Value>(_ index: Int, _ change: _OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        guard let property = change.property else { return didChangeShared(index, change, of: object, from: old, to: new) }
        property.didModify(change, of: object, from: old, to: new, isShared: true)
    }
}
