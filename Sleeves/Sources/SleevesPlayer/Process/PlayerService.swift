internal import CConfinement
internal import Confinement
internal import Dispatch
internal import FoundationEssentials
internal import Glibc
internal import SleevesModel

/// The service of the process that plays. It opens the sound device, confines itself, and follows its parent's commands.
///
/// The files come as open descriptors. The process ends with its parent, when the device fails, when decoding hangs, or after an invalid
/// command.
public struct PlayerService {
    /// The only argument of a program that should run as a player.
    public static let argument = "play-for-parent"
    /// The environment variable with another sound device, in GStreamer's language.
    static let deviceVariable = "SLEEVES_AUDIO_SINK"

    /// `EX_PROTOCOL` of sysexits.h.
    private static let brokenRules: Int32 = 76
    /// The maximum length of a command.
    private static let commandLimit = 4_096
    /// The time after which decoding counts as hanging.
    private static let patience = Duration.seconds(20)

    /// Creates a service.
    public init() {}

    /// Follows commands until the parent ends. Call it before anything else, while there are no other threads.
    public func run() -> Never {
        guard GStreamer.loaded != nil else { give(up: .unavailable(.noGStreamer)) }
        let missing = GStreamer.missingElements(of: TrackDecoder.elements + SoundOutput.elements)
        guard missing.isEmpty else { give(up: .unavailable(.noElements(missing))) }
        confined_limit_player()
        // GStreamer has written its registry of plug-ins by now.
        let isReadOnly = confined_forbid_writing()
        let chosen = getenv(Self.deviceVariable).map { [String(cString: $0)] }
        let devices = chosen ?? SoundOutput.devices
        for device in devices {
            guard let engine = PlayerEngine(device: device, report: Self.send) else { continue }
            // The device's connection is open by now.
            let startsNothing = confined_forbid_starting()
            Self.send(.ready(isReadOnly: isReadOnly, startsNothing: startsNothing))
            listen(for: engine.inbox)
            let reason = engine.run()
            give(up: .deviceFailed(reason.isEmpty ? nil : reason))
        }
        give(up: .deviceFailed(nil))
    }

    private func give(up event: PlayerEvent) -> Never {
        Self.send(event)
        exit(EXIT_SUCCESS)
    }

    /// Receives commands on another thread, which ends the process if the engine hangs.
    private func listen(for inbox: EngineInbox) {
        let thread = DispatchQueue(label: "sleeves.player.commands")
        thread.async {
            while true {
                var entry = pollfd(fd: CONFINED_SOCKET, events: Int16(POLLIN), revents: 0)
                let isBusy = inbox.busyTime != nil
                let count = poll(&entry, 1, isBusy ? 2_000 : 10_000)
                if let time = inbox.busyTime, time > Self.patience { abort() }
                guard count != 0 else { continue }
                guard let (command, descriptor) = Self.receive() else { exit(EXIT_SUCCESS) }
                guard command.hasFile == (descriptor != nil) else { exit(Self.brokenRules) }
                inbox.post(.command(command, descriptor: descriptor))
            }
        }
    }

    // MARK: The socket

    private static func send(_ event: PlayerEvent) {
        guard let message = try? JSONEncoder().encode(event) else { exit(brokenRules) }
        do { try ParentSocket.send(Array(message)) } catch { exit(EXIT_SUCCESS) }
    }

    /// Receives the next command and its descriptor; `nil` if the parent has ended.
    private static func receive() -> (PlayerCommand, Int32?)? {
        guard let (message, descriptors) = ParentSocket.receive(limit: commandLimit) else { return nil }
        guard descriptors.count <= 1, let command = try? StoredJSON.decode(PlayerCommand.self, from: message) else {
            exit(brokenRules)
        }
        return (command, descriptors.first)
    }
}
