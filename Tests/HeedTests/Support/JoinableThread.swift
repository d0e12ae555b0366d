import Foundation

/// A thread that a test can wait for until its very end, including its exit functions.
struct JoinableThread {
    #if os(Linux)
        private var thread = pthread_t()
    #else
        private var thread: pthread_t?
    #endif

    init(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Body(call: body))
        pthread_create(&thread, nil, { Self.run($0) }, box.toOpaque())
    }

    func join() {
        #if os(Linux)
            pthread_join(thread, nil)
        #else
            if let thread { pthread_join(thread, nil) }
        #endif
    }

    #if os(Linux)
        private static func run(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let box { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().call() }
            return nil
        }
    #else
        private static func run(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
            Unmanaged<Body>.fromOpaque(box).takeRetainedValue().call()
            return nil
        }
    #endif
}

private final class Body: Sendable {
    let call: @Sendable () -> Void

    init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}

/// A function to call when a thread ends.
enum ThreadEnd {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        #if os(Linux)
            pthread_key_create(&key) { if let box = $0 { Unmanaged<Body>.fromOpaque(box).takeRetainedValue().call() } }
        #else
            pthread_key_create(&key) { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().call() }
        #endif
        return key
    }()

    /// Calls a closure at the end of this thread.
    static func call(_ body: @escaping @Sendable () -> Void) {
        pthread_setspecific(key, Unmanaged.passRetained(Body(call: body)).toOpaque())
    }
}
