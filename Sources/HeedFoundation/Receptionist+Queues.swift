public import Heed

// The receptionist of Cocoa's documentation: an object, a key path, a queue and a task.
extension Receptionist {
    /// Creates a receptionist that performs a task on a queue for each change of a value.
    ///
    /// ```swift
    /// let receptionist = Receptionist(forKeyPath: \.image, object: cover, queue: OperationQueue()) { change in
    ///     archive.store(change.newValue)
    /// }
    /// ```
    ///
    /// The task belongs to no actor, whatever the queue is. For a view, which belongs to the main actor, use
    /// `Receptionist(for: .changes(of: cover, \.image), on: .mainActor)`.
    ///
    /// - Parameters:
    ///   - keyPath: The key path to observe, starting at the object.
    ///   - object: The object to observe. The receptionist doesn't keep it alive.
    ///   - queue: The queue on which to perform the task: an `OperationQueue`, a `DispatchQueue`, or any other context.
    ///   - task: The closure to call with each change, in order, with its old and new value.
    ///   - isolation: The isolation of the caller, in which the key path is read.
    ///   - fileID: For ``Diagnostics``: the file that creates the receptionist.
    ///   - line: For ``Diagnostics``: the line that creates it.
    public convenience init<Object: KeyValueObservable, Value: Sendable>(
        forKeyPath keyPath: KeyPath<Object, Value>,
        object: Object,
        queue: some ExecutionContext,
        task: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        self.init(for: .changes(of: object, keyPath, isolation: isolation), on: queue, task, fileID: fileID, line: line)
    }

    /// Creates a receptionist that performs a task on a queue for each change of a value of an object that several threads share.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        forKeyPath keyPath: KeyPath<Object, Value> & Sendable,
        object: Object,
        queue: some ExecutionContext,
        task: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object._HeedSharing == _SharedByThreads {
        self.init(for: .changes(of: object, keyPath), on: queue, task, fileID: fileID, line: line)
    }
}
