extension Diagnostics {
    /// Registers an observer, watched if that is asked for.
    ///
    /// - Parameters:
    ///   - name: What is observed.
    ///   - place: Where it was registered; `nil` for an observer of Heed's own, which is not watched.
    ///   - handler: What the observer is to call.
    ///   - register: Registers the handler that it is given.
    static func watching<Root, Value>(
        _ name: @autoclosure () -> String,
        at place: RegistrationPlace?,
        _ handler: ChangeHandler<Root, Value>,
        register: (ChangeHandler<Root, Value>) -> Registration
    ) -> Registration {
        let kinds = watched
        guard !kinds.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: kinds, name: name(), place: place)
        // Weakly: the registration keeps the observer, which keeps this closure. Without it, nobody is to be called any more.
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
    /// As `watching(_:at:_:register:)`, for a handler that is called on any thread.
    static func watchingShared<Value>(
        _ name: @autoclosure () -> String,
        at place: RegistrationPlace?,
        _ handler: @escaping @Sendable (Value) -> Void,
        register: (@escaping @Sendable (Value) -> Void) -> Registration
    ) -> Registration {
        let kinds = watched
        guard !kinds.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: kinds, name: name(), place: place)
        // Weakly: the registration keeps the observer, which keeps this closure. Without it, nobody is to be called any more.
        let observer = register { [weak registration] value in
            guard let registration else { return }
            registration.call { handler(value) }
        }
        registration.start(observer)
        return Registration(registration)
    }
}
