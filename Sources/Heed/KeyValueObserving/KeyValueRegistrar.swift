public import Synchronization

/// The one stored property that ``KeyValueObservable()`` adds to a class: eight bytes, empty until somebody observes the object.
///
/// Code that the macro writes uses it; there is no need to use it yourself.
///
/// What is protected by what: `state` is atomic. It is zero, or a retained reference to the object's `ObservedProperties`; it is set
/// once, and released with the object.
public struct KeyValueRegistrar: ~Copyable, Sendable {
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

    private var properties: ObservedProperties? {
        // SAFETY: a value other than zero is a reference that was retained for as long as the registrar lives.
        UnsafeRawPointer(bitPattern: state.load(ordering: .acquiring)).map {
            Unmanaged<ObservedProperties>.fromOpaque($0).takeUnretainedValue()
        }
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

    // MARK: For the code that the macro writes

    /// Tells the innermost key path read on this thread that the property was read.
    ///
    /// - Parameters:
    ///   - index: The property's number in its class.
    ///   - name: The property's name.
    ///   - object: The object that was read.
    ///   - keyPath: The property as a key path from a given class, or `nil` where it is not a property of that class.
    public func wasRead(_ index: Int, _ name: StaticString, of object: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        guard let reading = KeyPathReading.current else { return }
        let property = observedProperties().registry(for: index) { "\(type(of: object)).\(name)" }
        reading.pointee.note(property, in: object, keyPath: keyPath)
    }

    /// Begins a change of a property: who observes it now will be told of it.
    public func willChange<Value>(_ index: Int, of object: AnyObject, old: Value) -> OpenChange {
        guard let property = properties?.registryIfPresent(for: index) else { return OpenChange() }
        return property.willChange(of: object, old: old)
    }

    /// Begins a change of a property that has `willSet` or `didSet`. If they lead to more changes of the property, these are part of
    /// this one, as with ``KeyValueObservable/willChangeValue(for:)``.
    public func willChangeAroundObservers<Value>(_ index: Int, of object: AnyObject, old: Value) -> OpenChange {
        var change = willChange(index, of: object, old: old)
        guard let property = change.property else { return change }
        _ = property.openByHand(on: .current)
        change.isOpenByHand = true
        return change
    }

    /// As `didChange`, for an object that several threads share: those who came while the change was made are told too.
    public func didChangeShared<Value>(_ index: Int, _ change: OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        guard !change.isSilent, let property = change.property ?? properties?.registryIfPresent(for: index) else { return }
        property.didChange(change, of: object, from: old, to: new, isShared: true)
    }

    /// Completes a change and tells who observed the property when it began.
    public func didChange<Value>(_ change: OpenChange, of object: AnyObject, from old: Value, to new: Value) {
        guard let property = change.property else { return }
        if change.isOpenByHand { _ = property.closeByHand(on: .current) }
        property.didChange(change, of: object, from: old, to: new)
    }
}

/// A change that has begun and not ended.
///
/// Code that the macro writes uses it; there is no need to use it yourself.
public struct OpenChange {
    let property: PropertyRegistry?
    let listeners: ContiguousArray<Listener<PropertyEvent>>
    let number: UInt64
    /// Whether some of the listeners want to hear before the end.
    let isAttended: Bool
    /// Whether other changes of the property on this thread are part of this one until it ends.
    var isOpenByHand = false

    /// Whether nobody is to hear of it, whoever there is.
    let isSilent: Bool

    /// A change that nobody was there to hear of.
    public init() {
        self.init(isSilent: false)
    }

    init(isSilent: Bool) {
        property = nil
        listeners = []
        number = 0
        isAttended = false
        self.isSilent = isSilent
    }

    init(property: PropertyRegistry, listeners: ContiguousArray<Listener<PropertyEvent>>, number: UInt64, isAttended: Bool) {
        self.property = property
        self.listeners = listeners
        self.number = number
        self.isAttended = isAttended
        isSilent = false
    }
}
