/// A change that has begun and not ended.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
public struct OpenChange {
    let property: PropertyRegistry?
    let listeners: ContiguousArray<Listener<PropertyEvent>>
    let number: UInt64
    /// Whether some of the listeners want to hear before the end.
    let isAttended: Bool
    /// Whether other changes of the property on this thread are part of this one until it ends.
    var isOpenByHand = false
    /// Where the change is collected, if it is part of a group. Then nobody is told now.
    let grouped: GroupedProperty?

    /// Whether nobody is to hear of it, whoever there is.
    let isSilent: Bool

    /// A change that nobody was there to hear of.
    public init() {
        self.init(isSilent: false)
    }

    init(isSilent: Bool, grouped: GroupedProperty? = nil) {
        property = nil
        listeners = []
        number = 0
        isAttended = false
        self.isSilent = isSilent
        self.grouped = grouped
    }

    init(property: PropertyRegistry, listeners: ContiguousArray<Listener<PropertyEvent>>, number: UInt64, isAttended: Bool) {
        self.property = property
        self.listeners = listeners
        self.number = number
        self.isAttended = isAttended
        isSilent = false
        grouped = nil
    }

    /// Whether some of the listeners tell which elements of a collection changed.
    var wantsElements: Bool {
        listeners.contains { !($0 is any AlwaysTellsSettings) }
    }
}
