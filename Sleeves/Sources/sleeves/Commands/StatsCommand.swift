internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves stats`.
struct StatsCommand: AsynchronousCommand, ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: localized("Show the library in numbers: decades, genres, labels, formats, playing time, and what is missing.")
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("How many genres, labels and formats to list, each.")))
    var top = 10

    @Flag(help: ArgumentHelp(localized("Print the numbers as JSON.")))
    var json = false

    var printsForScripts: Bool { json }

    func validate() throws {
        if top < 0 { throw ValidationError(localized("--top needs a number that is not negative.")) }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let statistics = try await library.statistics(limit: top)
        if json {
            try StandardOutput.print(json: statistics)
        } else if statistics.albums == 0 {
            StandardOutput.print(localized("There are no albums. Import some with “{command}”.", ["command": "sleeves import FOLDER"]))
        } else {
            StandardOutput.print(StatisticsSheet(statistics))
        }
        await library.shutdown()
    }
}
