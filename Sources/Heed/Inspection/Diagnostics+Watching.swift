extension Diagnostics {
    /// Registers an observer, watched if that is asked for.
    ///
    /// - Parameters:
    ///   - name: What is observed.
    ///   - place: Where it was registered; `nil` for an observer of Heed's own, which is not watched.
    ///   - handler: What the observer is to call.
    ///   - register: Registers the handler that it is given.
    package static func watching<Root, Change>(
        _ name: @autoclosure () -> String,
        at place: RegistrationPlace?,
        _ handler: @escaping (Root, Change) -> Void,
        register: (@escaping (Root, Change) -> Void) -> Registration
    ) -> Registration {
        let watched = watched
        guard !watched.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: watched, name: name(), place: place)
        // Weakly: the registration keeps the observer, which keeps this closure. Without it, nobody is to be called any more.
        let observer = register { [weak registration] root, change in
            guard let registration else { return }
            registration.call { handler(root, change) }
        }
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
        let watched = watched
        guard !watched.isEmpty, place != nil else { return register(handler) }
        let registration = WatchedRegistration(watching: watched, name: name(), place: place)
        // Weakly: the registration keeps the observer, which keeps this closure. Without it, nobody is to be called any more.
        let observer = register { [weak registration] value in
            guard let registration else { return }
            registration.call { handler(value) }
        }
        registration.start(observer)
        return Registration(registration)
    }
}
