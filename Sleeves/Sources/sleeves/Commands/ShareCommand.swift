internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Heed
internal import Localization
internal import SleevesLibrary

/// `sleeves share`.
struct ShareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: localized("Share the collection with other machines, by way of a NATS server."),
        discussion: localized(
            """
            Albums, edits, removals and chosen covers go to the server and from there to all machines that share the collection. Audio files \
            stay where they are. The collection works without the server: what has changed waits in the library, and windows send it as soon \
            as the server is back.
            """),
        subcommands: [ShareStartCommand.self, ShareStatusCommand.self, ShareStopCommand.self, ShareForgetCommand.self],
        defaultSubcommand: ShareStartCommand.self
    )
}

/// `sleeves share start`, or `sleeves share` with an address.
struct ShareStartCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: localized("Begin to share the collection."),
        discussion: localized(
            """
            Without an address, exchanges changes with the server that was named before. If the address has a user's name without a \
            password, Sleeves reads it from the file of --password-file, asks for it, or reads it from standard input.

            The exit status is 0 if everything was exchanged; 64 if no server is named; 69 if the server cannot be used or something \
            cannot be exchanged, in which case windows try again; 130 after Control-C.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The name of this machine for the others. Default: its host name."), valueName: "name"))
    var name: String?

    @Option(
        help: ArgumentHelp(
            localized("The name of the collection on the server, if it has several: letters, digits and hyphens."), valueName: "name"))
    var collection: String?

    @Option(
        help: ArgumentHelp(localized("A credentials file for the server, in place of a user and a password."), valueName: "file"),
        completion: .file())
    var credentials: String?

    @Option(
        help: ArgumentHelp(localized("A file whose first line is the password of the user."), valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            localized("A PEM file with the certificate authority of the server, if it is not one of the system's."), valueName: "file"),
        completion: .file())
    var ca: String?

    @Argument(help: ArgumentHelp(localized("The address of the server: nats://user@home.example:4222, or tls:// to require encryption.")))
    var address: String?

    func runAsynchronously() async throws {
        let (library, _) = try options.open(creates: address != nil)
        if let settings = try settings() {
            try await library.share(settings)
        } else if try await library.sharingInformation()?.isOn != true {
            throw ValidationError(
                localized("The collection is not shared. Name a server: {example}", ["example": "sleeves share nats://home.example:4222"]))
        }
        let interruption = Interruption()
        let exchange = Task { try await SharingExchangeCommand(library).finish() }
        interruption.handle { exchange.cancel() }
        do {
            try await exchange.value
        } catch is CancellationError {
            StandardError.write("sleeves: " + localized("Interrupted. What is left is sent the next time.") + "\n")
            throw ExitCode(130)
        }
        withExtendedLifetime(interruption) {}
        if let information = try await library.sharingInformation() { StandardOutput.print(SharingSheet(information, library.sharing)) }
        let isHeld = !library.sharing.status.held.isEmpty
        await library.shutdown()
        if isHeld { throw ExitCode(ExitStatus.unavailable.rawValue) }
    }

    /// The settings that the arguments describe; `nil` without an address.
    private func settings() throws -> SharingSettings? {
        if let address { ConcealedAddress.conceal(address) }
        guard let address else {
            guard name == nil, collection == nil, credentials == nil, passwordFile == nil, ca == nil else {
                throw ValidationError(localized("Name the server together with these options."))
            }
            return nil
        }
        var settings: SharingSettings
        do throws(SharingSettingsError) {
            settings = try SharingSettings(
                address: address, machineName: name ?? SharingSettings.hostName, collection: collection ?? SharingSettings.usualCollection)
        } catch {
            switch error {
            case .address:
                throw ValidationError(
                    localized(
                        "“{address}” is not the address of a server. Write it as {example}.",
                        ["address": ConcealedAddress.text(of: address), "example": "nats://user@home.example:4222"]))
            case .collection:
                throw ValidationError(localized("The name of a collection has at most 32 letters, digits and hyphens."))
            }
        }
        settings.credentials = try credentials.map(Self.readable)
        settings.certificateAuthorities = try ca.map(Self.readable)
        if let passwordFile { settings.password = try Self.password(in: passwordFile) }
        if settings.user != nil, settings.password == nil, credentials == nil { settings.password = Self.password() }
        return settings
    }

    private static func readable(_ path: String) throws -> String {
        let path = LibraryOptions.absolute(path)
        guard access(path, R_OK) == 0 else { throw unreadable(path) }
        return path
    }

    private static func unreadable(_ path: String) -> ValidationError {
        ValidationError(localized("{path} cannot be read. Check its name and permissions.", ["path": path]))
    }

    private static func password(in file: String) throws -> String {
        let bytes = try? FileSystem.bytes(ofFile: try readable(file), limit: 4_096)
        guard let bytes = bytes ?? nil else { throw unreadable(file) }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }

    /// Asks for a password, without showing it.
    private static func password() -> String? {
        guard isatty(STDIN_FILENO) == 1 else { return readLine() }
        StandardError.write(localized("Password: "))
        var shown = termios()
        tcgetattr(STDIN_FILENO, &shown)
        var hidden = shown
        hidden.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
            StandardError.write("\n")
        }
        return readLine()
    }
}

/// `sleeves share status`.
struct ShareStatusCommand: AsynchronousCommand, ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: localized("Show how the collection is shared, and what waits."),
        discussion: localized(
            """
            With --json, the output is one object with the keys shared, server, collection, machine, id, others, machines, waiting, waitingSince, \
            connected, problem, received, foreign and held. Others is a list of names, machines of objects with the keys name and id, and held of \
            objects with the keys name, reason and since. Times are in seconds since 1970. What is not known is null.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the status as JSON.")))
    var json = false

    var printsForScripts: Bool { json }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        var obstacle: SharingUnavailable?
        if try await library.sharingInformation()?.isOn == true {
            do {
                try await SharingExchangeCommand(library).finish(isBrief: true)
            } catch let error as SharingUnavailable {
                // A status is also an answer while the server is away.
                obstacle = error
            }
        }
        let sheet = SharingSheet(try await library.sharingInformation(), library.sharing, obstacle: obstacle)
        if json { try StandardOutput.print(json: sheet.printed) } else { StandardOutput.print(sheet) }
        await library.shutdown()
    }
}

/// `sleeves share stop`.
struct ShareStopCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: localized("Stop sharing the collection."),
        discussion: localized("The library keeps all albums, and the server keeps what was sent to it.")
    )

    @OptionGroup var options: LibraryOptions

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        guard try await library.sharingInformation()?.isOn == true else {
            return StandardOutput.print(localized("The collection is not shared."))
        }
        try await library.stopSharing()
        StandardOutput.print(localized("The collection is no longer shared. All albums stay in the library."))
        await library.shutdown()
    }
}

/// `sleeves share forget`.
struct ShareForgetCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: localized("Give up a machine that never comes back."),
        discussion: localized(
            """
            Albums that only that machine has leave the collection, on all machines. Edits that it has made stay. If the machine does come \
            back, so do its albums.

            The exit status is 0 if the server has the change; 64 if no machine has the name or identifier; 69 if the change waits for the server.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(help: ArgumentHelp(localized("The machine’s name or identifier, as sleeves share status shows it.")))
    var machine: String

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let forgotten = try await library.forgetMachine(machine)
        guard forgotten.machines > 0 else {
            throw ValidationError(localized("There is no other machine called “{machine}”.", ["machine": TerminalText.printable(machine)]))
        }
        StandardOutput.print(
            localized(
                one: "{count} album leaves the collection.", other: "{count} albums leave the collection.", count: forgotten.albums))
        if try await library.sharingInformation()?.isOn == true {
            do {
                try await SharingExchangeCommand(library).finish()
            } catch let error as SharingUnavailable {
                StandardError.write(
                    "sleeves: " + localized("The change waits for the server. The other machines do not know of it yet.") + "\n")
                throw error
            }
        }
        await library.shutdown()
    }
}
