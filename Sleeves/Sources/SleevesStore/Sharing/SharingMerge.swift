package import SleevesModel
package import SleevesSharing

/// The result of merging what other machines have sent.
package struct SharingMerge: Sendable, Hashable {
    /// The albums that have changed.
    package var albums: [AlbumID] = []
    /// Those among them whose cover may be another one.
    package var covers: [AlbumID] = []
    /// The pictures that the user keeps of the changed albums.
    var kept: Set<CoverDigest> = []
    /// The outcome for each item.
    package var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
    /// The times by which the clocks of machines were ahead of the server's when they set their last values, in milliseconds.
    package var leads: [MachineID: Int64] = [:]
    /// The number of values that weren't there before.
    package var newCount = 0
    /// Whether the library has taken a new identifier, because it is a copy of another one.
    package var isCopy = false

    package init() {}
}
