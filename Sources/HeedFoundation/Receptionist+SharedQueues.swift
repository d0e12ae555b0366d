public import Dispatch
public import Foundation
public import Heed

// As the initialisers for queues, for objects that several threads share.
extension Receptionist {
    /// Performs a task on an operation queue for each change of a value.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from the object on.
    ///   - object: The object to observe. It is not kept alive.
    ///   - queue: Where to perform the task.
    ///   - task: What to do with each change: every one, in order, with its old and new value.
    ///   - fileID: For ``Diagnostics``: the file that makes the receptionist.
    ///   - line: For ``Diagnostics``: the line that makes it.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        forKeyPath keyPath: KeyPath<Object, Value> & Sendable,
        object: Object,
        queue: OperationQueue,
        task: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        self.init(for: .changes(of: object, keyPath), on: .operations(queue), task, fileID: fileID, line: line)
    }

    /// Performs a task on a dispatch queue for each change of a value.
    ///
    /// - Parameters:
    ///   - keyPath: What to observe, from the object on.
    ///   - object: The object to observe. It is not kept alive.
    ///   - queue: Where to perform the task.
    ///   - task: What to do with each change: every one, in order, with its old and new value.
    ///   - fileID: For ``Diagnostics``: the file that makes the receptionist.
    ///   - line: For ``Diagnostics``: the line that makes it.
    public convenience init<Object: KeyValueObservable & Sendable, Value: Sendable>(
        forKeyPath keyPath: KeyPath<Object, Value> & Sendable,
        object: Object,
        queue: DispatchQueue,
        task: @escaping @Sendable (KeyValueChange<Value>) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) where Object.HeedSharing == SharedByThreads {
        self.init(for: .changes(of: object, keyPath), on: .queue(queue), task, fileID: fileID, line: line)
    }
}
