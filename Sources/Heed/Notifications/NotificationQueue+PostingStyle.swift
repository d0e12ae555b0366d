extension NotificationQueue {
    /// When a ``NotificationQueue`` posts a message.
    ///
    /// ## Behavior
    /// - Messages posted as soon as possible do not wait for idle ones.
    public enum PostingStyle: Sendable, Hashable {
        /// At once, before `enqueue` returns, after taking out what the message replaces.
        case now
        /// With the next turn of the execution context.
        case asSoonAsPossible
        /// As soon as the execution context has nothing better to do.
        case whenIdle
    }
}
