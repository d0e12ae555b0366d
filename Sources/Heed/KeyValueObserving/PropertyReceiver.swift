/// Makes what a property's observer asked for out of what the property tells.
///
/// It is compiled into the programs that observe, where the types are known; so a value is moved as itself, and not by way of what is
/// known about its type at run time.
@usableFromInline
enum PropertyReceiver {
    /// The receiver of one stored property's events: the property's changes are what is reported.
    ///
    /// - Parameter handler: Called with each change.
    @inlinable
    static func receiving<Root: AnyObject, Value>(
        _ options: KeyValueObservingOptions,
        _ handler: @escaping (Root, KeyValueChange<Value>) -> Void
    ) -> (UnsafePointer<PropertyEvent>) -> Void {
        { event in
            let event = event.pointee
            // SAFETY: the property belongs to an object of the type that was observed, and its events carry values of its type. Both live
            // for as long as the event.
            func value(_ pointer: UnsafeRawPointer?, for option: KeyValueObservingOptions) -> Value? {
                options.contains(option) ? pointer?.assumingMemoryBound(to: Value.self).pointee : nil
            }
            guard let object = event.object else { return }
            let isPrior = event.phase == .will
            if event.phase == .stored || isPrior && !options.contains(.prior) { return }
            let change = KeyValueChange<Value>(
                kind: event.kind,
                oldValue: value(event.old, for: .old),
                newValue: isPrior ? nil : value(event.new, for: .new),
                positions: event.positions?.takeUnretainedValue(),
                isPrior: isPrior
            )
            object._withUnsafeGuaranteedRef { handler(unsafeDowncast($0, to: Root.self), change) }
        }
    }
}
