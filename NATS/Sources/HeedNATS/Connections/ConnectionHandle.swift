internal import CNATS
internal import Synchronization

/// One connection of the C library, which is closed with its handle.
final class ConnectionHandle: @unchecked Sendable {
    // SAFETY of `@unchecked`: the C library's functions may be called on any thread, and the handle outlives each call.

    let pointer: OpaquePointer
    /// Grows from one connection to the next.
    let number = ConnectionHandle.lastNumber.add(1, ordering: .relaxed).newValue

    private static let lastNumber = Atomic<UInt64>(0)

    private init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        natsConnection_Destroy(pointer)
    }

    /// Tries the servers, one after the other. Waits for each.
    static func connect(_ options: NATSOptions) -> Result<ConnectionHandle, ConnectionError> {
        var pointer: OpaquePointer?
        let status = natsConnection_Connect(&pointer, options.pointer)
        guard status == NATS_OK, let pointer else {
            let problem = ConnectionError(status)
            // What the library says of a credentials file that it can't use has many forms.
            guard problem.kind == .other, let path = options.credentialsPath else { return .failure(problem) }
            return .failure(ConnectionError(.unauthorized, "Can't use the credentials in \(path). Check that the file is valid."))
        }
        return .success(ConnectionHandle(pointer))
    }

    /// The reason why the library has closed it.
    var problem: ConnectionError {
        var text: UnsafePointer<CChar>?
        let status = natsConnection_GetLastError(pointer, &text)
        // The server closed it, or is gone.
        return ConnectionError(status == NATS_OK || status == NATS_CONNECTION_CLOSED ? NATS_NO_SERVER : status)
    }
}
