internal import GTKAdapters
internal import Glibc
internal import Heed
internal import Localization
internal import SleevesLibrary
internal import SleevesPlayer
internal import SleevesUI

/// A player without a window: it plays until the end, Control-C, or another program's request.
@MainActor
final class CommandPlayer {
    private let library: LibraryAPI
    private let player = Player()
    private let line = PlayingLine()
    private var controls: MediaControls?
    private var observations: [ObservationToken] = []
    private var signals: [MainLoopSource] = []
    /// The exit status, as soon as it is known.
    private var status: Int32?
    private var skippedCount = 0
    private var keeping: [Task<Void, Never>] = []
    /// The problem that came before anything was played.
    private var failure: (any Error)?

    /// - Parameters:
    ///   - instance: Letters and digits that distinguish the library from others; `nil` for the default library.
    ///   - connection: The session bus, on which other programs control the player; `nil` without one.
    init(_ library: LibraryAPI, instance: String?, connection: BusConnection?) {
        self.library = library
        // The music goes on when a session ends that it doesn't need.
        connection?.endsProgram = false
        controls = connection.map { connection in
            MediaControls(player, library: library, instance: instance, on: connection) { [weak self] in self?.end(EXIT_SUCCESS) }
        }
    }

    /// Plays albums.
    ///
    /// - Parameters:
    ///   - ids: The albums.
    ///   - first: The number of the first track, from 1.
    /// - Returns: The exit status.
    func play(_ ids: [AlbumID], from first: Int) throws -> Int32 {
        MainLoop.install()
        signals = [(UnixSignal.interrupt, 130), (.terminate, 143), (.hangUp, 129)].map { signal, status in
            MainLoop.onSignal(signal) { [weak self] in self?.end(status) }
        }
        Task { await start(ids, from: first) }
        while status == nil, failure == nil { MainLoop.turn() }
        line.clear()
        // Ends the process that plays.
        player.stop()
        if let failure { throw failure }
        return status ?? EXIT_SUCCESS
    }

    private func start(_ ids: [AlbumID], from first: Int) async {
        do {
            let tracks = try await library.playableTracks(of: ids)
            guard tracks.indices.contains(first - 1) else { throw NothingToPlay(count: tracks.count) }
            observe()
            player.play(tracks, from: first - 1)
        } catch {
            failure = error
        }
    }

    private func observe() {
        player.isFollowed = line.isShown
        observations = [
            player.problems.attach(on: .glib) { [weak self] in self?.report($0) },
            player.lengths.attach(on: .glib) { [weak self] in self?.keep($0) },
            Receptionist(for: .values(of: player, \.shown), on: .glib, delivering: .latest) { [weak self] in self?.show($0) },
        ]
    }

    private func show(_ shown: ShownTrack?) {
        guard let shown else { return endIfStopped() }
        line.show(shown)
    }

    /// Ends when the last track has been played, or the player was stopped.
    private func endIfStopped() {
        // The first value comes before the first track.
        guard player.state == .stopped, !player.queue.isEmpty else { return }
        // After the problems, which the player has reported before it stopped.
        GLibContext.enqueue { [weak self] in
            guard let self else { return }
            let status = skippedCount >= player.queue.count ? ExitStatus.badData.rawValue : EXIT_SUCCESS
            Task {
                for task in self.keeping { await task.value }
                self.end(status)
            }
        }
    }

    private func report(_ problem: PlayerProblem) {
        line.clear()
        switch problem {
        case .skipped(let tracks):
            skippedCount += tracks.count { $0.reason != .cutOff }
            for track in tracks { Self.write(track.description) }
        case .unavailable, .noDevice:
            Self.write(problem.description)
            end(ExitStatus.unavailable.rawValue)
        }
    }

    /// Keeps a measured length. The program doesn't end before.
    private func keep(_ track: MeasuredTrack) {
        keeping.append(Task { [library] in try? await library.note(track.length, ofFile: track.path) })
    }

    private static func write(_ problem: String) {
        StandardError.write("sleeves: \(TerminalText.printable(problem))\n")
    }

    private func end(_ status: Int32) {
        if self.status == nil { self.status = status }
    }
}

extension Player {
    /// The line that the command shows of the player; `nil` while it is stopped. It can be observed.
    fileprivate var shown: ShownTrack? {
        guard let track else { return nil }
        return ShownTrack(
            title: track.title, artist: track.artist, isPaused: state == .paused, position: position, duration: duration ?? track.duration)
    }
}
