internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// The options for the services that provide covers.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            localized(
                "The address of the Cover Art Archive, or 'none' to skip it. Default: $SLEEVES_COVER_ARCHIVE, or https://coverartarchive.org."
            ),
            valueName: "url"
        )
    )
    var coverArchive: String?

    @Option(
        help: ArgumentHelp(
            localized("The address of MusicBrainz, or 'none' to skip it. Default: $SLEEVES_MUSICBRAINZ, or https://musicbrainz.org."),
            valueName: "url"
        )
    )
    var musicbrainz: String?

    @Flag(
        help: ArgumentHelp(
            localized(
                """
                Allow cover addresses in your lists to lead to this computer and the local network. Default: allowed if \
                $SLEEVES_LOCAL_NETWORK is 1.
                """))
    )
    var localNetwork = false

    /// The choices of the options, or else of the environment.
    var settings: NetworkSettings {
        get throws {
            let environment = ProcessInfo.processInfo.environment
            func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
            let answers = ["1": true, "0": false]
            let settings = NetworkSettings(
                fetchesCovers: variable("SLEEVES_FETCH_COVERS").flatMap { answers[$0] },
                coverArchive: coverArchive ?? variable("SLEEVES_COVER_ARCHIVE"),
                musicBrainz: musicbrainz ?? variable("SLEEVES_MUSICBRAINZ"),
                discogs: variable("SLEEVES_DISCOGS"),
                discogsToken: variable("SLEEVES_DISCOGS_TOKEN"),
                allowsLocalNetwork: localNetwork ? true : variable("SLEEVES_LOCAL_NETWORK").flatMap { answers[$0] })
            do {
                _ = try CoverServices(archive: settings.coverArchive, musicBrainz: settings.musicBrainz)
                _ = try CoverServices(musicBrainz: settings.discogs)
            } catch {
                throw ValidationError(error.description)
            }
            return settings
        }
    }
}
