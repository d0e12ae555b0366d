public import SleevesNetworking

/// Who may be asked for covers that are neither in the library nor among the person's files.
public struct CoverServices: Sendable {
    let archive: ServiceAddress?
    let musicBrainz: ServiceAddress?
    /// How far the addresses in imported data may lead.
    let reachOfAddresses: NetworkReach

    /// Nobody but those whom the albums' own addresses name.
    public static let none = CoverServices(archive: nil, musicBrainz: nil, reachOfAddresses: .publicNetwork)

    private init(archive: ServiceAddress?, musicBrainz: ServiceAddress?, reachOfAddresses: NetworkReach) {
        self.archive = archive
        self.musicBrainz = musicBrainz
        self.reachOfAddresses = reachOfAddresses
    }

    /// The services, as the person has chosen them.
    ///
    /// - Parameters:
    ///   - archive: Where the Cover Art Archive is: an address, `none` to leave it out, or `nil` for its own.
    ///   - musicBrainz: Where MusicBrainz is: an address, `none` to leave it out, or `nil` for its own.
    ///   - allowsLocalNetwork: Whether addresses in imported data may lead to this computer and the local network.
    /// - Throws: An ``HTTPClientError`` where a text is no address.
    public init(archive: String? = nil, musicBrainz: String? = nil, allowsLocalNetwork: Bool = false) throws(HTTPClientError) {
        self.archive = try ServiceAddress("https://coverartarchive.org", chosen: archive)
        self.musicBrainz = try ServiceAddress("https://musicbrainz.org", chosen: musicBrainz)
        reachOfAddresses = allowsLocalNetwork ? .anywhere : .publicNetwork
    }
}
