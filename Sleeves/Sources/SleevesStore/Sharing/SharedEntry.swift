package import SleevesModel
package import SleevesSharing

/// A value to send.
package struct WaitingValue: Sendable, Hashable {
    package var item: ExchangeQueue.Item
    package var key: String
    package var value: [UInt8]
    /// The revision that is expected on the server; 0 for none.
    package var revision: UInt64
    /// The pictures that the user has chosen or keeps, which have to be sent first.
    package var pictures: Set<CoverDigest> = []
}

/// A value that was read from the server.
package struct SharedEntry: Sendable, Hashable {
    package var key: String
    package var value: [UInt8]
    package var revision: SharedRevision

    /// - Parameters:
    ///   - value: Empty if the value was deleted.
    ///   - revision: ``SharedRevision/none`` if the server has no value.
    package init(key: String, value: [UInt8], revision: SharedRevision) {
        self.key = key
        self.value = value
        self.revision = revision
    }
}
