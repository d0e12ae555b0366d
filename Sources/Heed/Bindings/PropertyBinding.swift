/// A binding that keeps two properties in sync.
///
/// 1. A change of either end is noted. The thread that makes it does the work, unless another thread, or an outer call on the same thread,
///    is already doing it: then that one continues until nothing is left.
/// 2. The work is to read both ends as they are now, to compare them, and to write the other end if they don't agree.
/// 3. Writing the other end is a change, which is noted in turn and finds both ends in agreement. If the other end corrected the written
///    value, the correction is carried back.
/// 4. While the program changes an end in place, the work waits for the end of that change.
///
/// The two ends agree when either is the conversion of the other. So a conversion that is lossy in either direction doesn't disturb the end
/// where the change came from.
///
/// State and its protection: `state` and `observers`, by their locks; everything else is constant.
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
    private let transform: (Value) -> TargetValue
    private let inverse: Inverse?
    private let isolation: Isolation
    private let place: RegistrationPlace
    private let isSameValue = Sameness<Value>()
    private let isSameTargetValue = Sameness<TargetValue>()
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
        self.transform = transform
        self.inverse = inverse
        self.isolation = isolation
        self.place = place
        let canCompare = isSameTargetValue.isKnown || (inverse != nil && isSameValue.isKnown)
        state = Lock(BindingState(canCompare: canCompare))
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
        state.withLock { $0.end() }
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

    private func changed(_ step: BindingState.Step) {
        guard state.withLock({ $0.note(step, on: .current) }) else { return }
        while true {
            let canRead = canRead
            switch state.withLock({ $0.next(canRead: canRead) }) {
            case .carry(let step): carry(step)
            case .rest: return
            case .stop: return report()
            }
        }
    }

    /// Whether neither end is being changed in place, as far as they are observed.
    private var canRead: Bool {
        observers.withLock { $0.allSatisfy(\.isReadable) }
    }

    private func carry(_ step: BindingState.Step) {
        guard let source, let target else { return cancel() }
        let value = source[keyPath: sourcePath]
        let targetValue = target[keyPath: targetPath]
        let wanted = transform(value)
        guard !isSameTargetValue(wanted, targetValue) else { return }
        guard let inverse, step != .initial else { return write(wanted, to: target) }
        let wantedBack = inverse.transform(targetValue)
        guard !isSameValue(wantedBack, value) else { return }
        switch step {
        case .initial, .forward: write(wanted, to: target)
        case .backward: write(wantedBack, to: source, by: inverse.path)
        }
    }

    private func write(_ value: TargetValue, to target: Target) {
        write(value, as: isSameTargetValue, { target[keyPath: targetPath] = $0 }, { target[keyPath: targetPath] }, echo: .backward)
    }

    private func write(_ value: Value, to source: Source, by path: ReferenceWritableKeyPath<Source, Value>) {
        write(value, as: isSameValue, { source[keyPath: path] = $0 }, { source[keyPath: path] }, echo: .forward)
    }

    /// Writes one end. The echo of a value that doesn't equal itself would look like another change, so it doesn't count.
    ///
    /// - Parameter echo: The step that the write itself causes: it carries back what the other end has made of the value.
    private func write<Written>(
        _ value: Written, as isSame: Sameness<Written>, _ set: (Written) -> Void, _ get: () -> Written, echo: BindingState.Step
    ) {
        guard isSame.isKnown, !isSame.isEqual(value, value) else { return set(value) }
        // In one direction, a circle of bindings brings the value back to the source.
        state.withLock { $0.ignored = inverse == nil ? .forward : echo }
        set(value)
        state.withLock { $0.ignored = nil }
        let written = get()
        if inverse != nil, isSame.isEqual(written, written) { changed(echo) }
    }

    private func report() {
        Backlog.cutEverything()
        Diagnostics.report(.runawayLoop(path: ["\(KeyPathName(sourcePath))", "\(KeyPathName(targetPath))"], places: [place, place]))
    }
}
