internal import CHeedThreads

/// A change that has begun and not ended.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
public struct _OpenChange {
    // SAFETY: an object's registries live as long as the object does, which is being changed. A group keeps what it collects until it
    // has told it, and changes that began within it have ended by then.
    private let propertyReference: Unmanaged<PropertyRegistry>?
    private let groupedReference: Unmanaged<GroupedProperty>?
    /// When it began: those who were there then are told.
    let beginning: PropertyRegistry.Moment
    let number: UInt64
    /// Whether some of the listeners want to hear before the end.
    let isAttended: Bool
    /// Whether other changes of the property on this thread are part of this one until it ends.
    var isOpenByHand = false
    /// Whether nobody is to hear of it, whoever there is.
    let isSilent: Bool

    var property: PropertyRegistry? { propertyReference?.takeUnretainedValue() }
    /// Where the change is collected, if it is part of a group. Then nobody is told now.
    var grouped: GroupedProperty? { groupedReference?.takeUnretainedValue() }

    /// A change that nobody was there to hear of.
    public init() {
        self.init(isSilent: false)
    }

    init(isSilent: Bool, grouped: GroupedProperty? = nil) {
        propertyReference = nil
        groupedReference = grouped.map(Unmanaged.passUnretained)
        beginning = .beginning
        number = 0
        isAttended = false
        self.isSilent = isSilent
    }

    init(property: PropertyRegistry, beginning: PropertyRegistry.Moment, number: UInt64, isAttended: Bool) {
        propertyReference = Unmanaged.passUnretained(property)
        groupedReference = nil
        self.beginning = beginning
        self.number = number
        self.isAttended = isAttended
        isSilent = false
    }
}

/// A change of which nothing has to be told but its end: no observer wants to hear before, nothing was announced by hand, and no group is
/// open. Most changes are like that.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
public struct _PlainChange {
    // SAFETY: an object's registries live as long as the object does, which is being changed.
    private let property: Unmanaged<PropertyRegistry>?
    private let beginning: PropertyRegistry.Moment
    /// Whether the change is a plain one. Otherwise there is more to be done.
    public let isPlain: Bool

    /// A change that nobody has to hear of.
    public static var unheard: _PlainChange { _PlainChange(property: nil, beginning: .beginning, isPlain: true) }

    private init(property: Unmanaged<PropertyRegistry>?, beginning: PropertyRegistry.Moment, isPlain: Bool) {
        self.property = property
        self.beginning = beginning
        self.isPlain = isPlain
    }

    init(of property: Unmanaged<PropertyRegistry>) {
        let isHeard = property._withUnsafeGuaranteedRef { !$0.isEmpty }
        guard isHeard else {
            self = .unheard
            return
        }
        let thread = heed_current_thread()
        let (beginning, isPlain) = property._withUnsafeGuaranteedRef { ($0.now, $0.isPlain) }
        self.init(
            property: property,
            beginning: beginning,
            isPlain: isPlain && thread.pointee.group == nil
        )
    }

    /// Tells who observed the property when the change began.
    @inlinable
    public func end<Value>(of object: AnyObject, from old: Value, to new: Value) {
        withUnsafePointer(to: old) { old in withUnsafePointer(to: new) { tell(of: object, as: Value.self, from: old, to: $0) } }
    }

    /// As `end`, for a value that was changed in place: of a collection, it is found out what became of its elements.
    @inlinable
    public func endModification<Value>(of object: AnyObject, from old: Value, to new: Value) {
        // What consists of nothing but bits has no elements that can be put in or taken out.
        if _isPOD(Value.self), isStillPlain {
            end(of: object, from: old, to: new)
        } else {
            tellFully(of: object, from: old, to: new)
        }
    }

    @usableFromInline
    func tell(of object: AnyObject, as type: Any.Type, from old: UnsafeRawPointer, to new: UnsafeRawPointer) {
        guard let property else { return }
        let event = PropertyEvent(
            phase: .did,
            kind: .setting,
            number: 0,
            object: Unmanaged.passUnretained(object),
            positions: nil,
            old: old,
            new: new,
            type: type
        )
        property._withUnsafeGuaranteedRef { property in
            withUnsafePointer(to: event) { property.deliver(raw: $0, to: beginning.listenersBefore) }
        }
    }

    /// Whether there are observers, and they are still the same ones.
    @usableFromInline var hasSameObservers: Bool { property != nil && isStillPlain }

    /// Whether nobody came while the value was changed.
    @usableFromInline var isStillPlain: Bool {
        property?._withUnsafeGuaranteedRef { !$0.now.isLater(than: beginning) } ?? true
    }

    @usableFromInline
    func tellFully<Value>(of object: AnyObject, from old: Value, to new: Value) {
        guard let property = property?.takeUnretainedValue() else { return }
        property.didModify(opened, of: object, from: old, to: new)
    }

    /// The change as one of which more has to be told.
    @usableFromInline var opened: _OpenChange {
        guard let property = property?.takeUnretainedValue() else { return _OpenChange() }
        return _OpenChange(property: property, beginning: beginning, number: 0, isAttended: false)
    }
}
