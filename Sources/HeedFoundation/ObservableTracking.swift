internal import Heed
internal import Observation
import Synchronization

/// An observer of an `@Observable` object.
///
/// 1. *Reading* takes the value and arms Observation, in one step, so that no change falls between the two.
/// 2. Observation announces a change, once. The observer then schedules a job on the main actor.
/// 3. The job runs after the code that makes the change: it reads again, and calls the handler.
///
/// State and its protection: `isActive` is atomic; everything else belongs to the main actor.
@MainActor
final class ObservableTracking<Object: Observable & AnyObject, Value>: Cancellable, Arriving {
    private weak let object: Object?
    private let keyPath: KeyPath<Object, Value>
    private let options: KeyValueObservingOptions
    private let context: any MainActorExecutionContext
    private let handler: @MainActor (Object, KeyValueChange<Value>) -> Void
    private let isSame = Sameness<Value>()
    private var last: Value?
    private nonisolated let isActive = Atomic<Bool>(true)

    init(
        of object: Object,
        _ keyPath: KeyPath<Object, Value>,
        options: KeyValueObservingOptions,
        on context: some MainActorExecutionContext,
        _ handler: @escaping @MainActor (Object, KeyValueChange<Value>) -> Void
    ) {
        self.object = object
        self.keyPath = keyPath
        self.options = options
        self.context = context
        self.handler = handler
    }

    func start(_ object: Object) {
        let value = read(object)
        last = value
        if options.contains(.initial) {
            handler(object, KeyValueChange(newValue: options.contains(.new) ? value : nil))
        }
    }

    nonisolated func cancel() {
        isActive.store(false, ordering: .releasing)
    }

    private func read(_ object: Object) -> Value {
        let context = context
        let arrival: any Arriving = self
        return withObservationTracking {
            object[keyPath: keyPath]
        } onChange: { [weak arrival] in
            // Weak, because the token keeps this object.
            context.execute { [weak arrival] in
                MainActor.assumeIsolated { arrival?.arrive() }
            }
        }
    }

    fileprivate func arrive() {
        guard isActive.load(ordering: .acquiring), let object else { return }
        let value = read(object)
        let old = last
        last = value
        if let old, isSame(old, value) { return }
        handler(
            object,
            KeyValueChange(oldValue: options.contains(.old) ? old : nil, newValue: options.contains(.new) ? value : nil)
        )
    }
}

/// The destination of a job, independent of its type.
@MainActor
private protocol Arriving: AnyObject, Sendable {
    func arrive()
}
