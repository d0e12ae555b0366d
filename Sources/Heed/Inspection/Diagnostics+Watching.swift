extension Diagnostics {
    /// Registers an observer, and watches it on request.
    ///
    /// - Parameters:
    ///   - name: The observed value's name.
    ///   - place: The place of registration; `nil` for an observer of Heed's own, which isn't watched.
    ///   - handler: The observer's handler.
    ///   - register: Registers the handler that it receives.
    static func watching<Root, Value>(
        _ name: @autoclosure () -> String,
        at place: RegistrationPlace?,
        _ handler: ChangeHandler<Root, Value>,
        register: (ChangeHandler<Root, Value>) -> Registration
    ) -> Registration {
        let kinds = watched
        guard !kinds.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: kinds, name: name(), place: place)
        // Weak, because the registration keeps the observer, which keeps this closure. Without the registration, there is no handler to
        // call.
        let watched = ChangeHandler<Root, Value>.change { [weak registration] root, change in
            guard let registration else { return }
            registration.call { handler(root, change) }
        }
        let observer = register(watched)
        registration.start(observer)
        return Registration(registration)
    }
}

extension Diagnostics {
    /// Like `watching(_:at:_:register:)`, for a handler that any thread may call.
    static func watchingShared<Value>(
        _ name: @autoclosure () -> String,
        at place: RegistrationPlace?,
        _ handler: @escaping @Sendable (Value) -> Void,
        register: (@escaping @Sendable (Value) -> Void) -> Registration
    ) -> Registration {
        let kinds = watched
        guard !kinds.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: kinds, name: name(), place: place)
        // Weak, because the registration keeps the observer, which keeps this closure. Without the registration, there is no handler to
        // call.
        let observer = register { [weak registration] value in
            guard let registration else { return }
            registration.call { handler(value) }
        }
        registration.start(observer)
        return Registration(registration)
    }
}
