internal import CHeedThreads

/// Makes all changes that a closure makes on this thread one change: each observed path notifies at most once, when the closure has
/// ended.
///
/// ```swift
/// withGroupedChanges {
///     album.title = "Kind of Blue"
///     album.tracks = tracks
/// }   // observers of album.heading, which is made of both, are called once
/// ```
///
/// ## Behavior
/// - Observers are called after the closure, in the order in which they registered, with the value from before the group and the value
///   after it, as a ``KeyValueChangeKind/setting``.
/// - This holds for stored properties, for key paths through other objects and for computed properties alike.
/// - The call that ``KeyValueObservingOptions/prior`` asks for comes once too: before the first change that concerns the observer.
/// - Groups nest; the outermost one notifies.
/// - A closure that throws has changed what it has changed: observers are told before the error is passed on.
/// - Changes that handlers make after the group are changes of their own.
/// - Only this thread's changes are held back. The objects changed are kept until the group has been told.
///
/// A pair of `willChangeValue(for:)` and `didChangeValue(for:)` that begins in a group ends in it. One that began before it is told as
/// if there were no group.
///
/// - Parameter body: What makes the changes.
/// - Returns: What the closure returns.
public func withGroupedChanges<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    guard ChangeGroup.current == nil else { return try body() }
    let group = ChangeGroup()
    heed_set_current_group(Unmanaged.passUnretained(group).toOpaque())
    defer {
        heed_set_current_group(nil)
        group.tell()
    }
    return try body()
}

/// The changes that a thread makes within `withGroupedChanges`.
///
/// All of them have one number. So an observer of a path that depends on several of the properties takes them for one change, as it
/// takes the phases of a single one.
///
/// What is protected by what: only the thread that the group belongs to touches it.
final class ChangeGroup {
    private let number = ChangeNumber.next()
    private var properties: [GroupedProperty] = []
    private var places: [ObjectIdentifier: Int] = [:]

    /// The group that is open on this thread.
    static var current: ChangeGroup? {
        // SAFETY: only `withGroupedChanges` sets the pointer, to a group that it keeps until it has reset the pointer.
        heed_current_group().map { Unmanaged<ChangeGroup>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins a change of a property as part of the group.
    ///
    /// - Returns: `nil` if it cannot be part of the group: it was announced by hand before the group, or its object is dying.
    func change<Value>(_ property: PropertyRegistry, of object: AnyObject, old: () -> Value) -> _OpenChange? {
        if let grouped = grouped(property) { return change(grouped, old: old) }
        guard !property.isOpenByHand(on: .current), !isDying(object) else { return nil }
        guard property.admitsDelivery() else { return _OpenChange(isSilent: true) }
        property.completePriorCalls()
        // A handler may just have changed it.
        if let grouped = grouped(property) { return change(grouped, old: old) }
        let grouped = GroupedProperty(property, of: object, number: number, as: Value.self)
        places[ObjectIdentifier(property)] = properties.count
        properties.append(grouped)
        grouped.admitPresent(old: old())
        return _OpenChange(isSilent: true, grouped: grouped)
    }

    /// Continues with a property that is part of the group already.
    private func change<Value>(_ grouped: GroupedProperty, old: () -> Value) -> _OpenChange {
        grouped.forgetNew()
        grouped.admitNewcomers(old: old)
        return _OpenChange(isSilent: true, grouped: grouped)
    }

    /// The property as part of the group, if it is one already.
    func grouped(_ property: PropertyRegistry) -> GroupedProperty? {
        places[ObjectIdentifier(property)].map { properties[$0] }
    }

    /// Tells everybody: first dependants take their new values, then handlers are called.
    func tell() {
        for grouped in properties { grouped.tellStored() }
        GroupedProperty.tellTogether(properties)
        for grouped in properties { grouped.tellMissed() }
    }

    /// An object that is being deinitialised cannot be kept until the group ends, and so cannot be referred to weakly any more either.
    private func isDying(_ object: AnyObject) -> Bool {
        weak let living = object
        return living == nil
    }
}
