/// A binding that keeps two properties in sync.
///
/// 1. A change of either end is noted. The thread that makes it does the work, unless another thread, or an outer call on the same thread,
///    is already doing it: then that one continues until nothing is left.
/// 2. The work is to read both ends as they are now, to compare them, and to write the other end if they don't agree.
/// 3. Writing the other end is a change, which is noted in turn and finds both ends in agreement. If the other end corrected the written
///    value, the correction is carried back. If only the first end has changed meanwhile, its newer value stays: see ``EndComparison``.
/// 4. While the program changes an end in place, the work waits for the end of that change.
///
/// The two ends agree when either is the conversion of the other. So a conversion that is lossy in either direction doesn't disturb the end
/// where the change came from.
///
/// State and its protection: `state` and `observers`, by their locks; `memory` belongs to the thread that does the work; everything else is constant.
final class PropertyBinding<Source: KeyValueObservable, Target: AnyObject, Value, TargetValue>: Cancellable, @unchecked Sendable {
    // SAFETY: see above. The ends are read and written where they change; the forms of `bind` ensure that both can be used there.

    struct Inverse {
        let path: ReferenceWritableKeyPath<Source, Value>
        let transform: (TargetValue) -> Value
    }

    private weak let source: Source?
    private weak let target: Target?
    private let sourcePath: KeyPath<Source, Value>
    private let targetPath: ReferenceWritableKeyPath<Target, TargetValue>
    private let sourceWritePath: ReferenceWritableKeyPath<Source, Value>?
    private let comparison: EndComparison<Value, TargetValue>
    private var memory: EndComparison<Value, TargetValue>.Memory?
    private let isolation: Isolation
    private let place: RegistrationPlace
    private let state: Lock<BindingState>
    private let observers = Lock<[Registration]>([])

    init(
        _ source: Source,
        _ sourcePath: KeyPath<Source, Value>,
        _ target: Target,
        _ targetPath: ReferenceWritableKeyPath<Target, TargetValue>,
        transform: @escaping (Value) -> TargetValue,
        inverse: Inverse? = nil,
        isolation: Isolation,
        place: RegistrationPlace
    ) {
        self.source = source
        self.sourcePath = sourcePath
        self.target = target
        self.targetPath = targetPath
        sourceWritePath = inverse?.path
        comparison = EndComparison(transform: transform, inverse: inverse?.transform)
        self.isolation = isolation
        self.place = place
        state = Lock(BindingState(canCompare: comparison.canCompare))
    }

    /// Observes the source, and updates the target.
    func start(_ source: Source) {
        // Weak, because the token keeps the binding, and the binding keeps its observers.
        let handler = ChangeHandler<Source, Value>.change { [weak self] _, _ in self?.changed(.forward) }
        keep(source.startObserving(sourcePath, options: [], in: isolation, place: place, handler: handler))
        changed(.initial)
    }

    /// Also observes the target.
    func listen(to target: Target) where Target: KeyValueObservable {
        let handler = ChangeHandler<Target, TargetValue>.change { [weak self] _, _ in self?.changed(.backward) }
        keep(target.startObserving(targetPath, options: [], in: isolation, place: place, handler: handler))
    }

    func cancel() {
        if state.withLock({ $0.end() }) { forget() }
        let left = observers.withLock { observers in
            defer { observers = [] }
            return observers
        }
        for observer in left { observer.cancel() }
    }

    private func keep(_ observer: Registration) {
        observers.withLock { $0.append(observer) }
        // Another thread may have deallocated one of the ends meanwhile.
        if state.withLock({ $0.isEnded }) { cancel() }
    }

    // MARK: The work

    private func changed(_ step: BindingState.Steps) {
        let around = step == .initial ? Delivery.innermost : Delivery.innermost?.pointee.outer
        guard state.withLock({ $0.note(step, on: .current, isNested: around != nil) }) else { return }
        while true {
            let canRead = canRead
            switch state.withLock({ $0.next(canRead: canRead) }) {
            case .carry(let changes): carry(changes)
            case .wait: return
            case .rest: return forgetEchoes()
            case .end: return forget()
            case .stop: return report()
            }
        }
    }

    /// Forgets the ends after work in one isolation, where a write is noted before it returns, unless its delivery waits for room on the stack.
    private func forgetEchoes() {
        guard isBothWays, !isolation.hasSendablePath, memory != nil, !Backlog.isPresent else { return }
        state.withLock { $0.forgetEchoes() }
        forget()
    }

    private func forget() {
        // Releasing values runs the program's code, which may change the ends.
        let former = memory
        memory = nil
        withExtendedLifetime(former) {}
    }

    /// Whether neither end is being changed in place, as far as they are observed.
    private var canRead: Bool {
        observers.withLock { $0.allSatisfy(\.isReadable) }
    }

    private func carry(_ changes: BindingState.Changes) {
        guard let source, let target else { return cancel() }
        let value = source[keyPath: sourcePath]
        let targetValue = target[keyPath: targetPath]
        switch comparison.write(after: changes, value, targetValue, &memory) {
        case .nothing: return
        case .source(let value): if let path = sourceWritePath { write(value, to: source, path, comparison.isSameValue, echo: .forward) }
        case .target(let value): write(value, to: target, targetPath, comparison.isSameTargetValue, echo: .backward)
        }
    }

    /// Writes one end. The echo of a value that doesn't equal itself would look like another change, so it doesn't count.
    ///
    /// - Parameter echo: The step that the write itself causes: it carries back what the other end has made of the value.
    private func write<End, Written>(
        _ value: Written,
        to end: End,
        _ path: ReferenceWritableKeyPath<End, Written>,
        _ isSame: Sameness<Written>,
        echo: BindingState.Steps
    ) {
        let isUnequal = isSame.isKnown && !isSame.isEqual(value, value)
        // In one direction, a circle of bindings brings the value back to the source.
        if isBothWays || isUnequal { state.withLock { $0.willWrite(echo: isBothWays ? echo : .forward, isIgnored: isUnequal) } }
        end[keyPath: path] = value
        guard isUnequal else { return }
        state.withLock { $0.didWrite() }
        let written = end[keyPath: path]
        if isBothWays, isSame.isEqual(written, written) { changed(echo) }
    }

    private var isBothWays: Bool { sourceWritePath != nil }

    private func report() {
        Backlog.cutEverything()
        Diagnostics.report(.runawayLoop(path: ["\(KeyPathName(sourcePath))", "\(KeyPathName(targetPath))"], places: [place, place]))
    }
}
