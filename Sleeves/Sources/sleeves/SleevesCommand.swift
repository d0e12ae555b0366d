internal import ArgumentParser
internal import Localization

/// `sleeves`.
struct SleevesCommand: ParsableCommand {
    static let version = "0.1.0"
    /// A contact address of the developers, for servers that require one.
    static let contact = "https://heed-repository.invalid/heed"

    static let configuration = CommandConfiguration(
        commandName: "sleeves",
        abstract: localized("A record collection, cover by cover."),
        discussion: localized(
            """
            Without a subcommand, Sleeves opens its window. Results go to standard output, progress and problems to standard error. \
            The exit status is 0, or one of sysexits(3): 64 usage, 65 bad data, 66 no such input, 69 unavailable, 73 cannot \
            create, 74 I/O error. `--version --verbose` also says what confines the processes that read tags and pictures.
            """),
        version: version,
        subcommands: [
            OpenCommand.self, ImportCommand.self, AddCommand.self, ListCommand.self, InfoCommand.self, CoversCommand.self, CopyCommand.self,
            RateCommand.self, FieldsCommand.self, JoinCommand.self,
            SplitCommand.self, RemoveCommand.self, UndoCommand.self, RedoCommand.self, ExportCommand.self, SourcesCommand.self,
            ForgetCommand.self, StatsCommand.self, ShareCommand.self, PlayCommand.self, PauseCommand.self, NextCommand.self,
            StatusCommand.self, InspectCommand.self,
        ],
        defaultSubcommand: OpenCommand.self
    )
}
