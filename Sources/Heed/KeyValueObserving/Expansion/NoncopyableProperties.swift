// A property whose type can't be copied can't be observed, because no key path can name it. The macro doesn't see types. These overloads make
// the other generated code compile, so that the key path, which has the property's place in the source, is the only error. Nothing calls them.

extension _PlainChange {
    /// An overload for the generated code of a property that can't be copied.
    public func end<Value: ~Copyable>(of object: AnyObject, from old: borrowing Value, to new: borrowing Value) {}

    /// An overload for the generated code of a property that can't be copied.
    public func endModification<Value: ~Copyable>(of object: AnyObject, from old: borrowing Value, to new: borrowing Value) {}
}

extension _KeyValueRegistrar {
    /// An overload for the generated code of a property that can't be copied.
    public static func getter<Root, Value: ~Copyable>(_ name: StaticString, _ read: (Root) -> Value) -> Any { name }

    /// An overload for the generated code of a property that can't be copied.
    public func set<Value: ~Copyable>(
        _ index: Int,
        of object: AnyObject,
        to newValue: borrowing Value,
        from present: @autoclosure () -> Value,
        _ store: (consuming Value) -> Void
    ) {}

    /// An overload for the generated code of a property that can't be copied.
    public func willChange<Value: ~Copyable>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value) -> _OpenChange {
        _OpenChange()
    }

    /// An overload for the generated code of a property that can't be copied.
    public func willChangeAroundObservers<Value: ~Copyable>(_ index: Int, of object: AnyObject, old: @autoclosure () -> Value)
        -> _OpenChange
    {
        _OpenChange()
    }

    /// An overload for the generated code of a property that can't be copied.
    public func didChange<Value: ~Copyable>(_ change: _OpenChange, of object: AnyObject, from old: borrowing Value, to new: borrowing Value)
    {}

    /// An overload for the generated code of a property that can't be copied.
    public func didModify<Value: ~Copyable>(_ change: _OpenChange, of object: AnyObject, from old: borrowing Value, to new: borrowing Value)
    {}

    /// An overload for the generated code of a property that can't be copied.
    public func setShared<Value: ~Copyable>(
        _ index: Int, of object: AnyObject, to newValue: borrowing Value, in storage: borrowing _SharedStorage<Value>
    ) {}

    /// An overload for the generated code of a property that can't be copied.
    public func endSharedChange<Value: ~Copyable>(
        _ index: Int,
        _ change: _PlainChange,
        _ turn: _DeliveryTurn,
        of object: AnyObject,
        from old: _OpenChange,
        to new: borrowing Value,
        in storage: borrowing _SharedStorage<Value>
    ) {}

    /// An overload for the generated code of a property that can't be copied.
    public func didModifyShared<Value: ~Copyable>(
        _ index: Int,
        _ change: _OpenChange,
        of object: AnyObject,
        from old: _OpenChange,
        to new: borrowing Value,
        in storage: borrowing _SharedStorage<Value>
    ) {}
}

extension _SharedStorage where Value: ~Copyable {
    /// An overload for the generated code of a property that can't be copied.
    public var value: Value {
        get { fatalError() }
    }

    /// An overload for the generated code of a property that can't be copied.
    public func exchange(_ new: borrowing Value, in change: _PlainChange) -> (old: _OpenChange, turn: _DeliveryTurn) {
        (_OpenChange(), .none)
    }

    /// An overload for the generated code of a property that can't be copied.
    public func exchange(_ new: borrowing Value, in change: inout _OpenChange) -> _OpenChange { change }

    /// An overload for the generated code of a property that can't be copied.
    public func exchange(_ new: borrowing Value) {}
}

extension _StorageEdit {
    /// An overload for the generated code of a property that can't be copied.
    public func make<Value: ~Copyable>(in storage: inout Value) {}

    /// An overload for the generated code of a property that can't be copied.
    public func make<Value: ~Copyable>(in storage: borrowing _SharedStorage<Value>) {}
}
