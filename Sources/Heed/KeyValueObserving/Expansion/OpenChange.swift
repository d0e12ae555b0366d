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
