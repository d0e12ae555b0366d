/// What a ``Receptionist`` listens to: a key path, a type of message, a subject; as it is, or filtered and mapped.
///
/// ```swift
/// let titles = ObservationSource(album, \.title, options: [.initial, .new])
///     .map { $0.newValue ?? "" }
///     .removeDuplicates()
/// let receptionist = Receptionist(for: titles, on: .mainActor, delivering: .latest) { title in label.text = title }
/// ```
///
/// ## Behavior
/// - Filters, maps and the search for duplicates run where the change is made, before the hop.
/// - Each receptionist that is made for a source searches for duplicates on its own.
/// - A source keeps the object, hub or subject that it names alive as long as it exists itself. A receptionist does not.
public struct ObservationSource<Element: Sendable> {
    /// Starts listening.
    let start: (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    /// Joins what is folded; `nil` where there is nothing to join.
    let makeChain: (@Sendable () -> FoldedChain<Element>)?

    init(
        makeChain: (@Sendable () -> FoldedChain<Element>)? = nil,
        start: @escaping (_ listener: Listening, _ receive: @escaping @Sendable (Element) -> Void) -> Registration
    ) {
        self.start = start
        self.makeChain = makeChain
    }

    /// The changes of the value at a key path.
    ///
    /// - Parameters:
    ///   - object: The object to observe.
    ///   - keyPath: What to observe, from the object on.
    ///   - options: What each change carries, and whether there is one at once.
    ///   - isolation: The isolation of the caller, where the key path is read.
    /// - Threading: Make the source, and the receptionist, where the object may be read.
    public init<Object: KeyValueObservable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions = [.old, .new],
        isolation: isolated (any Actor)? = #isolation
    ) where Element == KeyValueChange<Value> {
        self.init(object, keyPath, options, in: .registered(in: isolation, hasSendableHandler: true))
    }

    /// The changes of the value at a key path of an object that several threads share. The key path is read where the change is made.
    public init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value> & Sendable,
        options: KeyValueObservingOptions = [.old, .new]
    ) where Element == KeyValueChange<Value>, Object.HeedSharing == SharedByThreads {
        self.init(object, keyPath, options, in: .anywhere)
    }

    package init<Object: KeyValueObservable, Value: Sendable>(
        _ object: Object,
        _ keyPath: KeyPath<Object, Value>,
        _ options: KeyValueObservingOptions,
        in isolation: Isolation
    ) where Element == KeyValueChange<Value> {
        makeChain = {
            let chain = ChangeChain<Value>(options: options)
            return FoldedChain(note: chain.note, link: chain.link)
        }
        start = { listener, receive in
            object.startObserving(
                keyPath,
                options: listener.isFolding ? ChangeChain<Value>.observedOptions(for: options) : options,
                in: isolation,
                place: listener.place,
                wholeValues: listener.needsWholeValues && Value.self is any Collection.Type,
                ended: listener.ended
            ) { _, change in receive(change) }
        }
    }

    /// The messages of a type.
    ///
    /// - Parameters:
    ///   - hub: Where the messages are posted.
    ///   - type: Their type.
    ///   - sender: Whose messages to hear; `nil` for everybody's.
    public init(_ hub: NotificationHub, _ type: Element.Type, from sender: AnyObject? = nil) where Element: HubMessage {
        self.init { listener, receive in
            hub.startObserving(type, from: sender, at: listener.place, callbacks: listener.callbacks, receive)
        }
    }

    /// The values of a subject.
    public init(_ subject: Subject<Element>) {
        self.init { listener, receive in subject.startObserving(at: listener.place, callbacks: listener.callbacks, receive) }
    }
}

/// What happens to each element that may stand for several: it is noted when it comes, and linked when it goes.
struct FoldedChain<Element>: Sendable {
    let note: @Sendable (Element) -> Void
    let link: @Sendable (Element) -> Element
}

/// Who listens to a source.
struct Listening {
    /// Whether one element may stand for several that came.
    var isFolding = false
    /// Whether a change of a collection is to tell the whole collection: what changed in it means nothing to whoever has not been given all
    /// the changes before.
    var needsWholeValues = false
    /// Where in the program it was told to.
    var place: RegistrationPlace?
    /// Called when what is observed has died.
    var ended: (@Sendable () -> Void)?

    var callbacks: AnyObserverRegistry.RegistrationCallbacks? {
        ended.map { AnyObserverRegistry.RegistrationCallbacks(ended: $0) }
    }
}
