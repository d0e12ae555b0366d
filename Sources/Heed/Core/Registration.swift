/// Who keeps registrations and can end them.
package protocol Registrar: AnyObject, Sendable {
    /// Ends a registration. Calling again does nothing.
    ///
    /// - Parameters:
    ///   - id: Which one.
    ///   - isReleased: Whether the reason is that the token was released.
    func cancel(_ id: UInt64, isReleased: Bool)
}

/// One registration, and how to end it. It does not end by itself: that is what tokens are for.
package struct Registration: Sendable {
    let registrar: any Registrar
    /// Zero for a registration that has ended before it began.
    let id: UInt64

    init(_ id: UInt64, with registrar: any Registrar) {
        self.registrar = registrar
        self.id = id
    }

    /// The registration of something that ends itself when it is told to.
    package init(_ observer: any Cancellable) {
        self.init(1, with: CancelOnce(observer))
    }

    package func cancel() { registrar.cancel(id, isReleased: false) }
}
