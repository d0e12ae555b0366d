internal import ArgumentParser
internal import Heed
internal import Localization
internal import SleevesLibrary
internal import Synchronization

/// `sleeves covers`.
struct CoversCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "covers",
        abstract: localized("Fetch the covers that are missing."),
        discussion: localized(
            """
            A cover is looked for among your files, at the album's own address, in the Cover Art Archive (by the MusicBrainz ids in your files' \
            tags), and, where there are none, by a search for artist and title in MusicBrainz. What could not be had is named with its reason \
            and counted. A cover that nobody has is not asked for again for a month. Control-C ends it; what was fetched stays.

            The exit status is 0 where all was asked, whatever the answers; 69 where there was no network; 74 where covers cannot \
            be kept on the disk; 130 after Control-C.
            """)
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var network: NetworkOptions

    @Flag(help: ArgumentHelp(localized("Ask again also for covers that were lately found not to exist, or to be of no use.")))
    var retry = false

    func runAsynchronously() async throws {
        let (library, hub) = try options.open(network)
        let keeping = Mutex<PersistencyError?>(nil)
        let observation = hub.observe(CoversNotKept.self) { message in keeping.withLock { $0 = message.problem } }
        let bar = ProgressBar()
        // Before the first request, since Control-C may follow that at once.
        let interruption = Interruption()
        let fetching = Task { try await library.fetchCovers(retrying: retry) { bar.show($0) } }
        interruption.handle { fetching.cancel() }
        let report: CoverReport
        do {
            report = try await fetching.value
        } catch {
            bar.clear()
            throw error
        }
        bar.clear()
        for problem in report.problems { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        let problem = keeping.withLock { $0 }
        if let problem { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        print(PrintedCoverReport(report))
        await library.shutdown()
        withExtendedLifetime((interruption, observation)) {}
        if fetching.isCancelled { throw ExitCode(130) }
        guard problem == nil else { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        guard report.waiting == 0 else {
            StandardError.write("sleeves: " + localized("There is no network. Connect to it, and run this again.") + "\n")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
