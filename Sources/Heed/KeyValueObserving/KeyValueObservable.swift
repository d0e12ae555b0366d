/// A class whose stored properties can be observed by key path. ``KeyValueObservable()`` adds the conformance.
///
/// ## Behavior
/// - What a computed property depends on is found by itself, through methods and other objects too.
/// - What is declared comes on top of what is found.
/// - Subclasses, generic classes and classes of the main actor are observed like others.
/// - Objects of a class that is declared `Sendable` are observed and changed on any thread.
/// - Properties that are `lazy` or `weak` stay as they are, and tell nobody.
/// - An object that nobody observes is eight bytes larger than without the macro.
public protocol KeyValueObservable: AnyObject {
    /// ``_SharedByThreads`` for a class that is declared `Sendable` and belongs to no actor, ``_KeptInOneIsolation`` for any other.
    associatedtype _HeedSharing = _KeptInOneIsolation

    /// Says by which other key paths a computed value is affected, where reading it does not show that.
    ///
    /// What a computed property depends on is found by reading it. That does not find what it takes from a cache:
    ///
    /// ```swift
    /// @KeyValueObservable
    /// final class Cart {
    ///     var items: [Item] = [] {
    ///         didSet { cachedSum = nil }
    ///     }
    ///     var discount = 0.0
    ///     @NotObserved private var cachedSum: Double?
    ///
    ///     var total: Double {
    ///         let sum = cachedSum ?? items.reduce(0) { $0 + $1.price }
    ///         cachedSum = sum
    ///         return sum * (1 - discount)
    ///     }
    ///
    ///     static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
    ///         keyPath == \Cart.total ? [\Cart.items] : []
    ///     }
    /// }
    /// ```
    ///
    /// The declared key paths come on top of those found. Each may go through other objects, and may be declared to depend on others in
    /// turn. Implement it in the class that carries ``KeyValueObservable()``, as a `class` method if subclasses have more to say. A
    /// property that is read by other computed properties says it better itself: ``dependsOn(_:)``.
    ///
    /// - Parameter keyPath: A key path from this class that is observed.
    /// - Returns: Key paths from this class; empty where reading finds everything.
    static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath]

    /// The observers of what the object announces by hand and does not store. ``KeyValueObservable()`` implements it.
    ///
    /// - Parameter creating: Whether to make room for observers where there are none.
    nonisolated func _heedManuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths
}

extension KeyValueObservable {
    /// Nothing is declared: everything is found by reading.
    public static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }

    /// None: the class was not written by the macro.
    public nonisolated func _heedManuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths { _ManuallyNotifiedPaths() }

    /// Says in the getter of a computed property what it depends on, where reading it does not show that.
    ///
    /// ```swift
    /// var total: Double {
    ///     dependsOn(\.items)
    ///     return cachedTotal
    /// }
    /// ```
    ///
    /// It also counts for whatever reads the property. While nobody looks for sources it costs one load.
    ///
    /// - Parameter keyPaths: What to depend on, from this object on.
    public func dependsOn<each Value>(_ keyPaths: repeat KeyPath<Self, each Value>) {
        guard _heedIsReadingKeyPath() else { return }
        repeat _ = self[keyPath: each keyPaths]
    }
}

/// Marks observable classes whose objects stay in one isolation at a time.
public enum _KeptInOneIsolation {}

/// Marks observable classes whose objects are used from several threads at once.
public enum _SharedByThreads {}

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
/// Every stored `var` that is neither `static`, `lazy`, `weak` nor `unowned`, nor marked ``NotObserved()``, is observable. (A `lazy`
/// property is changed by being read, a `weak` one by somebody else; neither can be told. Compute from a property that can.) Computed properties are observable too:
/// which stored properties they depend on is found out by reading them.
///
/// An object that nobody observes is 8 bytes larger than without the macro. Reading a property costs one more load and branch, and so
/// does writing one that nobody observes.
///
/// A class that is declared `Codable` (in the same place as the macro) is encoded with its properties' names: the macro writes its coding keys. A
/// property that has a property wrapper cannot be observed; mark it ``NotObserved()`` too.
///
/// A class that is declared `Sendable` (in the same place as the macro) and belongs to no actor keeps each property under a lock of its
/// own: each read and each write is atomic, while `object.count += 1` is one of each and so is not.
@attached(
    member,
    conformances: KeyValueObservable,
    names: named(_heed),
    named(_heedKeyPath),
    named(_heedTrack),
    named(_HeedSharing),
    named(_heedManuallyNotifiedPaths),
    named(CodingKeys)
)
@attached(memberAttribute)
@attached(extension, conformances: KeyValueObservable)
@attached(peer)
public macro KeyValueObservable() = #externalMacro(module: "HeedMacros", type: "KeyValueObservableMacro")

/// Leaves one stored property of a ``KeyValueObservable()`` class out.
@attached(peer)
public macro NotObserved() = #externalMacro(module: "HeedMacros", type: "NotObservedMacro")

/// Lets one stored property of a ``KeyValueObservable()`` class notify only by hand.
///
/// ```swift
/// @ManuallyNotified var position = 0.0
///
/// func move(to new: Double) {
///     guard new != position else { return }
///     willChangeValue(for: \.position)
///     position = new
///     didChangeValue(for: \.position)
/// }
/// ```
///
/// Setting it tells nobody; nor do the explicit calls that change a collection. What is computed from it is found as usual, and told
/// with it.
@attached(peer)
public macro ManuallyNotified() = #externalMacro(module: "HeedMacros", type: "ManuallyNotifiedMacro")

/// Makes one stored property observable. ``KeyValueObservable()`` puts it on every property; there is no need to write it.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _HeedObserved(_ index: Int, shared: Bool, notifies: Bool = true) =
    #externalMacro(module: "HeedMacros", type: "ObservedPropertyMacro")
