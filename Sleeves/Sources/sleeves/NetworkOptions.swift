internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// The options for the services that provide covers.
struct NetworkOptions: ParsableArguments {
    @Option(help: Self.help(for: .coverArtArchive))
    var coverArchive: String?

    @Option(help: Self.help(for: .musicBrainz))
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

    private static func help(for service: OnlineService) -> ArgumentHelp {
        let text = localized(
            "{service}: its address, or 'none' to skip it. Default: {variable}, or {address}.",
            ["service": service.name, "variable": "$\(service.variable)", "address": service.address])
        return ArgumentHelp(text, valueName: "url")
    }

    /// The choices of the options, or else of the environment.
    var settings: NetworkSettings {
        get throws {
            let environment = ProcessInfo.processInfo.environment
            func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
            let answers = ["1": true, "0": false]
            var settings = NetworkSettings(
                fetchesCovers: variable("SLEEVES_FETCH_COVERS").flatMap { answers[$0] },
                allowsLocalNetwork: localNetwork ? true : variable("SLEEVES_LOCAL_NETWORK").flatMap { answers[$0] })
            let options = [OnlineService.coverArtArchive: coverArchive, .musicBrainz: musicbrainz].compactMapValues(\.self)
            for service in OnlineService.all {
                settings[addressOf: service] = options[service] ?? variable(service.variable)
                settings[tokenOf: service] = service.token.flatMap { variable($0.variable) }
            }
            do {
                try CoverServices.check(settings)
            } catch {
                throw ValidationError(error.description)
            }
            return settings
        }
    }
}
