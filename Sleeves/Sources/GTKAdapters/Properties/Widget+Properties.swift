public import Heed

/// Properties that a widget computes from its GTK widget's properties are observable: `window.observe(\.isActive) { … }`.
extension Widget: KeyValueObservable {
    /// Returns a property of the GTK widget, observed from the first call on for as long as this object lives.
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
