extension NotificationHub {
    /// The messages of a type, for a `for await` loop.
    ///
    /// ```swift
    /// for await message in hub.messages(DiskFull.self) { print(message.bytesFree) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - sender: Whose messages to hear; `nil` for everybody's. The sender is not kept alive.
    ///   - policy: What becomes of messages that are posted while the loop is busy. All of them wait, unless you say otherwise.
    /// - Returns: The messages posted from now on. The sequence ends with the hub.
    public func messages<Message: HubMessage>(
        _ type: Message.Type,
        from sender: AnyObject? = nil,
        buffering policy: DeliveryPolicy = .every
    ) -> ObservedSequence<Message> {
        ObservedSequence(.messages(type, in: self, from: sender), buffering: policy)
    }
}
