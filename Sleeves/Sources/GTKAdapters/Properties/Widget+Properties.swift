public import Heed

/// What a widget computes from a property of its GTK widget can be observed: `window.observe(\.isActive) { … }`.
extension Widget: KeyValueObservable {
    /// A property of the GTK widget, followed from the first time that it is asked for, for as long as this object lives.
    func property<Value: GObjectValue>(_ name: String) -> GObjectProperty<Value> {
        if let known = properties[name] {
            guard let property = known as? GObjectProperty<Value> else {
                preconditionFailure("the property \"\(name)\" is asked for as \(Value.self) and was as another type before; use one")
            }
            return property
        }
        let property = GObjectProperty<Value>(of: object, name)
        properties[name] = property
        return property
    }
}
