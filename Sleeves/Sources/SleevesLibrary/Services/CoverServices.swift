public import SleevesNetworking
public import SleevesStore

/// The services that provide covers that are neither in the library nor among the user's files.
public struct CoverServices: Sendable {
    let archive: ServiceAddress?
    let musicBrainz: ServiceAddress?
    /// Discogs, with the user's token, for records that are added.
    let discogs: (address: ServiceAddress, token: String)?
    /// The reach of addresses in imported data.
    let reachOfAddresses: NetworkReach
    /// Whether covers may be requested at all: from the services, or from addresses in imported data.
    let isAllowed: Bool

    private static let archiveAddress = "https://coverartarchive.org"
    private static let musicBrainzAddress = "https://musicbrainz.org"
    private static let discogsAddress = "https://api.discogs.com"

    /// No services: only the albums' own addresses are fetched.
    public static let none = CoverServices(archive: nil, musicBrainz: nil, allowsLocalNetwork: false, isAllowed: true)

    private init(
        archive: ServiceAddress?, musicBrainz: ServiceAddress?, discogs: (address: ServiceAddress, token: String)? = nil,
        allowsLocalNetwork: Bool, isAllowed: Bool
    ) {
        self.archive = archive
        self.musicBrainz = musicBrainz
        self.discogs = discogs
        self.isAllowed = isAllowed
        reachOfAddresses = allowsLocalNetwork ? .anywhere : .publicNetwork
    }

    /// Creates the services with the user's settings.
    ///
    /// - Parameters:
    ///   - archive: The address of the Cover Art Archive, `none` to skip it, or `nil` for its default address.
    ///   - musicBrainz: The address of MusicBrainz, `none` to skip it, or `nil` for its default address.
    ///   - allowsLocalNetwork: Whether addresses in imported data may lead to this computer and the local network.
    /// - Throws: An ``HTTPClientError`` if a text isn't an address.
    public init(archive: String? = nil, musicBrainz: String? = nil, allowsLocalNetwork: Bool = false) throws(HTTPClientError) {
        self.init(
            archive: try ServiceAddress(Self.archiveAddress, chosen: archive),
            musicBrainz: try ServiceAddress(Self.musicBrainzAddress, chosen: musicBrainz),
            allowsLocalNetwork: allowsLocalNetwork,
            isAllowed: true)
    }

    /// Creates the services that saved settings choose. Nothing is requested until the user has allowed it. A service with an address that
    /// isn't one is skipped.
    public init(_ settings: NetworkSettings) {
        let discogs = (try? ServiceAddress(Self.discogsAddress, chosen: settings.discogs)).flatMap(\.self)
        self.init(
            archive: (try? ServiceAddress(Self.archiveAddress, chosen: settings.coverArchive)).flatMap(\.self),
            musicBrainz: (try? ServiceAddress(Self.musicBrainzAddress, chosen: settings.musicBrainz)).flatMap(\.self),
            discogs: discogs.flatMap { address in settings.discogsToken?.cleaned().map { (address, $0) } },
            allowsLocalNetwork: settings.allowsLocalNetwork == true,
            isAllowed: settings.fetchesCovers == true)
    }

    /// Returns whether a text is an address that a service can have.
    public static func isAddress(_ text: String) -> Bool {
        WebLocation(text) != nil
    }
}
