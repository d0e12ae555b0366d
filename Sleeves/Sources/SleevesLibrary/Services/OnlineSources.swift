public import SleevesModel
internal import SleevesNetworking

/// The sources on the network. To add one, declare its service in the file of its client, and list the client here.
enum OnlineSources {
    /// The sources of covers, in the order in which they are asked.
    static let covers: [any CoverSource.Type] = [ImportedAddress.self, CoverArtArchive.self]
    /// The sources of releases, in the order in which their results are shown.
    static let releases: [any ReleaseSource.Type] = [MusicBrainz.self, Discogs.self]
}

extension OnlineService {
    /// All services, in the order in which the preferences show them.
    public static let all: [OnlineService] = {
        let services = OnlineSources.covers.flatMap { $0.services } + OnlineSources.releases.map { $0.service }
        var known: Set<OnlineService> = []
        return services.filter { known.insert($0).inserted }
    }()
}

/// A source of covers that are neither in the library nor among the user's files.
protocol CoverSource: Sendable {
    /// The services that the source asks. The preferences show them in this order.
    static var services: [OnlineService] { get }
    /// Whether it is worth reporting that the source has no picture at an address.
    static var reportsAbsence: Bool { get }
    /// The machines that the addresses of pictures may reach.
    var reach: NetworkReach { get }

    /// Creates the source; `nil` if the user doesn't use it.
    init?(_ access: ServiceAccess)

    /// Returns the requests that may lead to an album's cover, the best one first.
    func requests(for album: SoughtAlbum) -> [CoverRequest]

    /// Returns the request that a search leads to; `nil` if the source doesn't know the album.
    ///
    /// - Throws: An ``HTTPClientError``, or a `CancellationError`.
    func request(title: String, artist: String) async throws -> CoverRequest?
}

extension CoverSource {
    static var reportsAbsence: Bool { false }

    func request(title: String, artist: String) async throws -> CoverRequest? { nil }
}

/// The values of an album by which sources find its cover.
struct SoughtAlbum {
    /// The address that its list or service names.
    let address: String?
    /// Title and artist; `nil` if one isn't known.
    let names: (title: String, artist: String)?
    /// The entities of MusicBrainz that its files name.
    let entities: [MusicBrainzEntity]
}

/// A source of releases that can be added to the library.
protocol ReleaseSource: Sendable {
    static var service: OnlineService { get }

    /// Creates the source; `nil` if the user doesn't use it.
    init?(_ access: ServiceAccess)

    /// Returns the identifier of a release that words have, such as those of its page's address; `nil` if they have none.
    static func identifier(in words: [String]) -> String?

    /// Returns the releases that a request finds, the likeliest first.
    ///
    /// - Throws: An ``AddingError``, an ``HTTPClientError``, or a `CancellationError`.
    func found(_ query: ReleaseQuery) async throws -> [FoundRelease]

    /// Returns a release with its tracks; `nil` if the source has none with this identifier.
    ///
    /// - Throws: An ``AddingError``, an ``HTTPClientError``, or a `CancellationError`.
    func found(_ id: String) async throws -> FoundRelease?

    /// Returns the address of a release's front, for a line of a list, and the machines that it may reach.
    func front(of release: FoundRelease) -> (address: String, reach: NetworkReach)?

    /// Returns the address of a release's cover; `nil` if it has none but the album's own.
    func cover(of release: FoundRelease) -> String?
}

/// A release that a service has answered with.
public struct FoundRelease: Sendable, Hashable, Identifiable {
    /// The service that has it.
    public let service: OnlineService
    /// The identifier with which the release can be asked for again.
    public let id: String
    /// The release as an album of a library.
    public let album: CompleteAlbum
    /// Whether the Cover Art Archive has its front. Only the answer with a single release says so.
    let hasFront: Bool

    /// Returns whether the release is in a format, in the words of collectors: `LP`, `CD`, `cassette`.
    public func isIn(_ format: String) -> Bool {
        let sought = format.caseFolded()
        let own = (album.release?.format ?? "").caseFolded()
        if own.contains(sought) { return true }
        return switch sought {
        case "lp", "record", "12\"", "7\"", "single": own.contains("vinyl")
        case "tape", "mc": own.contains("cassette")
        default: false
        }
    }
}
