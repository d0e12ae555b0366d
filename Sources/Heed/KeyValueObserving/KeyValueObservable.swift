public import Observation

/// A class whose stored properties can be observed by key path. ``KeyValueObservable()`` adds the conformance.
///
/// ## Behavior
/// - Heed finds the dependencies of a computed property itself, even through methods and other objects.
/// - Declared dependencies supplement those that Heed finds.
/// - Subclasses, generic classes and main-actor classes are observable like all others.
/// - A property that a subclass overrides reports what reading it says. Changes of a collection are then settings.
/// - Any thread can observe and change objects of a class declared `Sendable`.
/// - Properties that are `lazy` or `weak` stay as they are, and notify no observers.
/// - The standard library's Observation also tracks objects of a class that is declared `Observable`.
/// - An unobserved object is eight bytes larger than without the macro.
public protocol KeyValueObservable: AnyObject {
    /// ``_SharedByThreads`` for a class that is declared `Sendable` and belongs to no actor, ``_KeptInOneIsolation`` for any other.
    associatedtype _HeedSharing = _KeptInOneIsolation

    /// Returns the other key paths that affect a computed value, if reading it doesn't reveal them.
    ///
    /// Heed finds the dependencies of a computed property by reading it. It can't find values that come from a cache:
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
    /// The declared key paths supplement those that Heed finds. Each can pass through other objects, and can in turn be declared to depend
    /// on others. They apply to subclasses too, whichever class of the hierarchy the observed path starts from, unless the method is marked
    /// `nonisolated`, as a class of an actor needs it. They don't apply to a property that a `final` subclass overrides, nor to a key path that
    /// starts from a protocol or from a type parameter with a protocol's property: nothing tells that it names the same property. `dependsOn(_:)`
    /// in the getter applies to these, too.
    ///
    /// Implement this method in the class that carries ``KeyValueObservable()``, as a `class` method if subclasses add to it. For a property
    /// that other computed properties read, prefer `dependsOn(_:)` in its getter.
    ///
    /// - Parameter keyPath: An observed key path from this class.
    /// - Returns: Key paths from this class; empty if reading finds everything.
    static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath]

    /// Returns the key path from another class of the hierarchy that names the same property, for classes that declare dependencies.
    /// ``KeyValueObservable()`` implements it.
    static func _heedPath(like path: AnyKeyPath, from root: Any.Type) -> AnyKeyPath?

    /// Returns the observers of key paths that the object notifies manually and doesn't store. ``KeyValueObservable()`` implements it.
    ///
    /// - Parameter creating: Whether to create the list if there is none.
    nonisolated func _heedManuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths
}

extension KeyValueObservable {
    /// Returns no key paths: reading finds everything.
    public static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] { [] }

    /// Returns no key path: the class has no subclass, or declares no dependencies.
    public static func _heedPath(like path: AnyKeyPath, from root: Any.Type) -> AnyKeyPath? { nil }

    /// Returns no observers: the macro didn't generate this class's conformance.
    public nonisolated func _heedManuallyNotifiedPaths(creating: Bool) -> _ManuallyNotifiedPaths { _ManuallyNotifiedPaths() }

    /// Declares, in the getter of a computed property, dependencies that reading it doesn't reveal.
    ///
    /// ```swift
    /// var total: Double {
    ///     dependsOn(\.items)
    ///     return cachedTotal
    /// }
    /// ```
    ///
    /// The declaration also counts for everything that reads the property. While Heed isn't looking for dependencies, it costs one load.
    ///
    /// - Parameter keyPaths: The key paths that the property depends on, starting at this object.
    public func dependsOn<each Value>(_ keyPaths: repeat KeyPath<Self, each Value>) {
        guard _heedIsReadingKeyPath() else { return }
        repeat _ = self[keyPath: each keyPaths]
    }
}

extension KeyValueObservable where Self: Observable {
    /// Declares, in the getter of a computed property, dependencies that reading it doesn't reveal, to Heed and to Observation.
    ///
    /// It reads the key paths each time, because Observation doesn't tell whether it tracks. So don't read the property while one of them is being
    /// changed in place.
    ///
    /// - Parameter keyPaths: The key paths that the property depends on, starting at this object.
    public func dependsOn<each Value>(_ keyPaths: repeat KeyPath<Self, each Value>) {
        repeat _ = self[keyPath: each keyPaths]
    }
}

/// The protocol under a name that no program declares, for generated code: it can't name the module, since a program's own type may be called
/// `Heed`.
public typealias _HeedObservable = KeyValueObservable

/// A marker for observable classes whose objects stay in one isolation at a time.
public enum _KeptInOneIsolation {}

/// A marker for observable classes whose objects several threads use at once.
public enum _SharedByThreads {}

extension KeyValueObservable {
    /// Whether several threads share the objects of the class.
    static var isShared: Bool { _HeedSharing.self == _SharedByThreads.self }
}

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
/// Every stored `var` is observable, unless it is `static`, `lazy`, `weak`, `unowned`, or marked ``NotObserved()``. (Reading changes a
/// `lazy` property, and the runtime changes a `weak` one; Heed can detect neither. Compute them from a property that it can observe.)
/// Computed properties are also observable: Heed finds the stored properties they depend on by reading them.
///
/// An unobserved object is 8 bytes larger than without the macro. Reading a property costs one extra load and branch, and so does writing
/// an unobserved one. A `Sendable` class also keeps a lock for each property, and takes it for each read and write.
///
/// A class declared `Codable` (in the same place as the macro) is encoded under its properties' names: the macro generates its coding keys.
/// A property with a property wrapper can't be observed; mark it ``NotObserved()`` too.
///
/// A class declared `Sendable` (in the same place as the macro) that belongs to no actor keeps each property under its own lock. Each read
/// and each write is atomic, but `object.count += 1` is a read and a write, so it isn't. Write the type of each of its properties whose
/// default value isn't a literal: `var artist: Artist = Artist()`. A class that is `Sendable` only through an
/// extension, a protocol or its superclass doesn't compile; declare `Sendable` in the class itself.
///
/// A property of a noncopyable or opaque type, one marked `nonisolated(unsafe)`, and one inside `#if` can't be observed either. Mark it
/// ``NotObserved()``, too.
@attached(
    member,
    conformances: KeyValueObservable,
    names: named(_heed),
    named(_heedKeyPath),
    named(_heedGetter),
    named(_heedTrack),
    named(_heedPath),
    named(_heedCheckSharing),
    named(_HeedSharing),
    named(_heedManuallyNotifiedPaths),
    named(CodingKeys)
)
@attached(memberAttribute)
@attached(extension, conformances: KeyValueObservable)
@attached(peer)
public macro KeyValueObservable() = #externalMacro(module: "HeedMacros", type: "KeyValueObservableMacro")

/// Excludes a stored property of a ``KeyValueObservable()`` class from observation.
@attached(peer)
public macro NotObserved() = #externalMacro(module: "HeedMacros", type: "NotObservedMacro")

/// Makes a stored property of a ``KeyValueObservable()`` class notify only manually.
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
/// Setting the property notifies no observers; nor do explicit calls that change a collection. Heed finds computed properties that depend
/// on it as usual, and notifies their observers together with its own.
@attached(peer)
public macro ManuallyNotified() = #externalMacro(module: "HeedMacros", type: "ManuallyNotifiedMacro")

/// Makes a stored property observable. ``KeyValueObservable()`` applies it to every property; you don't need to write it.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_))
public macro _HeedObserved(_ index: Int, shared: Bool, notifies: Bool = true) =
    #externalMacro(module: "HeedMacros", type: "ObservedPropertyMacro")
