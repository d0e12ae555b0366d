extension KeyValueObservable {
    /// Calls a handler when this object is deallocated.
    ///
    /// ```swift
    /// let observation = album.onDeinit { print("the album is gone") }
    /// ```
    ///
    /// - Parameters:
    ///   - handler: The closure to call, once, after the object's `deinit`.
    ///   - fileID: For ``Diagnostics``: the file that registers.
    ///   - line: For ``Diagnostics``: the line that registers.
    /// - Returns: The observation. It ends when it is released; the handler is then not called.
    /// - Threading: The handler runs where `deinit` does: by default on the thread that releases the object last.
    public func onDeinit(
        _ handler: @escaping @Sendable () -> Void, fileID: StaticString = #fileID, line: UInt = #line
    ) -> ObservationToken {
        let path: KeyPath<Self, Self> = \.self
        let observers = _heedManuallyNotifiedPaths(creating: true).registry(for: path) { "\(Self.self)" }
        let place = RegistrationPlace(fileID: fileID, line: line)
        let id = observers?.join(.change { (_: Self, _: KeyValueChange<Self>) in }, [], at: place, ended: handler) {
            PropertyCaller.calling(Self.self)
        }
        return observers.map { ObservationToken(Registration(id ?? 0, with: $0)) } ?? ObservationToken(EndedObservation())
    }
}

/// The observation of an object that can't have observers.
private final class EndedObservation: Cancellable {
    func cancel() {}
}
