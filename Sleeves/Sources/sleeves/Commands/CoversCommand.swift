internal import ArgumentParser
internal import Heed
internal import Localization
internal import SleevesLibrary
internal import Synchronization

/// `sleeves covers`.
struct CoversCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "covers",
        abstract: localized("Fetch the missing covers."),
        discussion: localized(
            """
            Sleeves looks for a cover among your files, at the album's own address, and in the Cover Art Archive, by the MusicBrainz IDs in \
            your files' tags. For files without these IDs, it searches MusicBrainz for artist and title. Covers that cannot be fetched are \
            listed with the reason and counted. A cover that no source has is not requested again for a month, later for up to six. \
            Control-C stops the command and keeps the covers fetched so far.

            The exit status is 0 if every source was asked, whatever it answered; 69 if there was no network; 74 if covers cannot be saved \
            on the disk; 130 after Control-C.
            """)
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var network: NetworkOptions

    @Flag(help: ArgumentHelp(localized("Also request covers again that recently did not exist or could not be used.")))
    var retry = false

    func runAsynchronously() async throws {
        let chosen = try network.settings
        let (library, hub) = try options.open()
        let (state, problem) = library.loadState()
        if let problem { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        var settings = state.network.overridden(by: chosen)
        // The command itself is the permission.
        settings.fetchesCovers = true
        library.coverServices = CoverServices(settings)
        let keeping = Mutex<PersistencyError?>(nil)
        let observation = hub.observe(CoversNotKept.self) { message in keeping.withLock { $0 = message.problem } }
        let bar = ProgressBar()
        // Before the first request, because Control-C may follow at once.
        let interruption = Interruption()
        let fetching = Task { try await library.fetchCovers(retrying: retry) { bar.show($0) } }
        interruption.handle { fetching.cancel() }
        let report = try await bar.clearing { try await fetching.value }
        for problem in report.problems { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        let unkept = keeping.withLock { $0 }
        if let problem = unkept { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        StandardOutput.print(PrintedCoverReport(report))
        await library.shutdown()
        withExtendedLifetime((interruption, observation)) {}
        if fetching.isCancelled { throw ExitCode(130) }
        guard unkept == nil else { throw ExitCode(ExitStatus.inputOutput.rawValue) }
        guard report.waiting == 0 else {
            StandardError.write("sleeves: " + localized("There is no network. Connect to one and run this command again.") + "\n")
            throw ExitCode(ExitStatus.unavailable.rawValue)
        }
    }
}
