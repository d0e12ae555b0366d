/// The user's choices about looking for covers on the network. `nil` stands for no choice.
public struct NetworkSettings: Sendable, Hashable, Codable {
    /// The text in place of an address that turns a service off.
    public static let off = "none"

    /// Whether the window may look for covers on the network; `nil` until the user has answered.
    public var fetchesCovers: Bool?
    /// The address of the Cover Art Archive, or ``off``; `nil` for its default address.
    public var coverArchive: String?
    /// The address of MusicBrainz, or ``off``; `nil` for its default address.
    public var musicBrainz: String?
    /// The address of Discogs' interface for programs, or ``off``; `nil` for its default address.
    public var discogs: String?
    /// The user's token for Discogs, without which it isn't asked.
    public var discogsToken: String?
    /// Whether addresses in imported data may lead to this computer and the local network.
    public var allowsLocalNetwork: Bool?

    /// Creates settings; without arguments, those of a user who has chosen nothing.
    public init(
        fetchesCovers: Bool? = nil, coverArchive: String? = nil, musicBrainz: String? = nil, discogs: String? = nil,
        discogsToken: String? = nil, allowsLocalNetwork: Bool? = nil
    ) {
        self.fetchesCovers = fetchesCovers
        self.coverArchive = coverArchive
        self.musicBrainz = musicBrainz
        self.discogs = discogs
        self.discogsToken = discogsToken
        self.allowsLocalNetwork = allowsLocalNetwork
    }

    /// Returns these settings with the choices of others in place of their own.
    public func overridden(by other: NetworkSettings) -> NetworkSettings {
        NetworkSettings(
            fetchesCovers: other.fetchesCovers ?? fetchesCovers,
            coverArchive: other.coverArchive ?? coverArchive,
            musicBrainz: other.musicBrainz ?? musicBrainz,
            discogs: other.discogs ?? discogs,
            discogsToken: other.discogsToken ?? discogsToken,
            allowsLocalNetwork: other.allowsLocalNetwork ?? allowsLocalNetwork)
    }
}
