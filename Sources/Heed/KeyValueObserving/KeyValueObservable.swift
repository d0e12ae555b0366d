/// A class whose stored properties can be observed by key path. ``KeyValueObservable()`` adds the conformance.
public protocol KeyValueObservable: AnyObject {
    /// ``SharedByThreads`` for a class that is declared `Sendable` and belongs to no actor, ``KeptInOneIsolation`` for any other.
    associatedtype HeedSharing = KeptInOneIsolation
}

/// Marks observable classes whose objects stay in one isolation at a time.
public enum KeptInOneIsolation {}

/// Marks observable classes whose objects are used from several threads at once.
public enum SharedByThreads {}

/// Makes the stored properties of a class observable.
///
/// ```swift
/// @KeyValueObservable
/// final class Album {
///     var title = ""
///     var heading: String { title.uppercased() }
///     @NotObserved var scratch = 0
/// }
/// ```
///
/// Every stored `var` that is neither `static` nor marked ``NotObserved()`` is observable. Computed properties are observable too:
/// which stored properties they depend on is found out by reading them.
///
/// An object that nobody observes is 8 bytes larger than without the macro. Reading a property costs one more load and branch, and so
/// does writing one that nobody observes.
///
/// A class that is declared `Sendable` (in the same place as the macro) and belongs to no actor keeps each property under a lock of its
/// own: each read and each write is atomic, while `object.count += 1` is one of each and so is not.
@attached(member, names: named(_heed), named(_heedKeyPath), named(_heedTrack), named(HeedSharing))
@attached(memberAttribute)
@attached(extension, conformances: KeyValueObservable)
public macro KeyValueObservable() = #externalMacro(module: "HeedMacros", type: "KeyValueObservableMacro")

/// Leaves one stored property of a ``KeyValueObservable()`` class out.
@attached(peer)
public macro NotObserved() = #externalMacro(module: "HeedMacros", type: "NotObservedMacro")

/// Makes one stored property observable. ``KeyValueObservable()`` puts it on every property; there is no need to write it.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro HeedObserved(_ index: Int, shared: Bool) = #externalMacro(module: "HeedMacros", type: "ObservedPropertyMacro")
