internal import CHeedThreads

/// Combines all changes that a closure makes on this thread: each observed path notifies at most once, when the closure has ended.
///
/// ```swift
/// withGroupedChanges {
///     album.title = "Kind of Blue"
///     album.tracks = tracks
/// }   // observers of album.heading, which depends on both, are called once
/// ```
///
/// ## Behavior
/// - Heed calls observers after the closure, in registration order, with the value from before the group and the value after it, as a
///   ``KeyValueChangeKind/setting``.
/// - This applies equally to stored properties, key paths through other objects, and computed properties.
/// - A ``KeyValueObservingOptions/prior`` call also happens once: before the first change that concerns the observer.
/// - Groups nest; the outermost one notifies.
/// - If the closure throws, its changes stay: observers are notified before the error propagates.
/// - Changes that handlers make after the group are separate changes.
/// - A group delays only this thread's changes. It keeps the changed objects alive until it has notified.
///
/// A pair of `willChangeValue(for:)` and `didChangeValue(for:)` that begins in a group ends in it. One that began earlier notifies as if
/// there were no group.
///
/// - Parameter body: The closure that makes the changes.
/// - Returns: The closure's result.
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
/// All of them have the same number. So an observer of a path that depends on several of the properties treats them as one change, like the
/// phases of a single one.
///
/// State and its protection: only the thread that owns the group touches it.
final class ChangeGroup {
    private let number = ChangeNumber.next()
    private var properties: [GroupedProperty] = []
    private var places: [ObjectIdentifier: Int] = [:]

    /// The open group of this thread.
    static var current: ChangeGroup? {
        // SAFETY: only `withGroupedChanges` sets the pointer, to a group that it keeps until it has reset the pointer.
        heed_current_group().map { Unmanaged<ChangeGroup>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Begins a change of a property as part of the group.
    ///
    /// - Returns: `nil` if it can't be part of the group, because it was announced manually before the group, or its object is being
    ///   deallocated.
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

    /// Continues with a property that is already part of the group.
    private func change<Value>(_ grouped: GroupedProperty, old: () -> Value) -> _OpenChange {
        grouped.forgetNew()
        grouped.admitNewcomers(old: old)
        return _OpenChange(isSilent: true, grouped: grouped)
    }

    /// Returns the group's record of a property, if it has one.
    func grouped(_ property: PropertyRegistry) -> GroupedProperty? {
        places[ObjectIdentifier(property)].map { properties[$0] }
    }

    /// Notifies all observers: first dependents take their new values, then handlers run.
    func tell() {
        let told = properties.filter { $0.begin() }
        for grouped in told { grouped.tellStored() }
        GroupedProperty.tellTogether(told)
        for grouped in told { grouped.end() }
    }

    /// An object that is being deinitialized can't be retained until the group ends, nor can a weak reference to it be formed.
    private func isDying(_ object: AnyObject) -> Bool {
        weak let living = object
        return living == nil
    }
}
