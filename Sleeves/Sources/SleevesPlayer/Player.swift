public import Heed
internal import Localization
public import SleevesModel

/// A player of albums without gaps: a queue of tracks, of which one plays.
///
/// The window, the desktop's media controls and the command observe one player. Another process opens the sound device and decodes the files,
/// which are untrusted (``PlayerService``). It starts when something first plays, and ends when nothing has played for a minute.
///
/// ## Behavior
///
/// - State, queue, index and position change together, before a method returns. The sound follows.
/// - The next track is decoded before the current one ends, so that no sample is lost or added between them.
/// - A track that can't be played is skipped. ``problems`` reports skipped tracks once, together, as soon as a track plays or none is left.
/// - A file that crashes the other process is skipped too, and isn't opened again while the program runs.
/// - A process that reports nothing while a track should begin is replaced after some seconds, also if the kernel can't end it yet, and its
///   track is skipped and reported at once.
/// - If the sound device disappears, the player pauses.
/// - ``position`` is exact when it changes. While a track plays, it changes every second if ``isFollowed``.
///
/// - Threading: On the main actor. Nothing there waits for a file or for the other process.
@MainActor
@KeyValueObservable
public final class Player {
    /// The states of a player.
    public enum State: String, Sendable, Hashable {
        /// No track is current.
        case stopped
        /// The current track stands still.
        case paused
        /// The current track plays.
        case playing
    }

    /// The tracks in playing order.
    public private(set) var queue: [PlayableTrack] = []
    /// The index of the current track in the queue; `nil` if the player is stopped.
    public private(set) var index: Int? = nil
    /// The state.
    public private(set) var state = State.stopped
    /// The position in the current track.
    public private(set) var position = Duration.zero
    /// The length of the current track, if known.
    public private(set) var duration: Duration? = nil
    /// The perceived loudness, from 0 to 1. The gain of the sound is its cube.
    public private(set) var volume = 1.0
    /// The album that plays or is paused.
    public var album: AlbumID? { track?.album }
    /// The current track.
    public var track: PlayableTrack? { index.flatMap { queue.indices.contains($0) ? queue[$0] : nil } }

    /// Reports what the player couldn't do.
    public let problems = Subject<PlayerProblem>()
    /// Reports the lengths of tracks whose files don't give them, once they are known from the decoder or measured at the end.
    public let lengths = Subject<MeasuredTrack>()
    /// Reports jumps: each position that doesn't follow from the last one and the time since.
    public let jumps = Subject<Duration>()

    /// Whether ``position`` changes every second while a track plays, for a display of it.
    @NotObserved public var isFollowed = false {
        didSet {
            guard isFollowed != oldValue else { return }
            if isFollowed, runningSince != nil { notePosition() }
            follow()
        }
    }

    private let program: String
    @NotObserved private var process: PlayerProcess?
    @NotObserved private var receptionist: Receptionist?
    /// The time at which ``position`` was exact; `nil` while the track stands still or hasn't begun.
    @NotObserved private var runningSince: SuspendingClock.Instant?
    @NotObserved private var following: Task<Void, Never>?
    @NotObserved private var idling: Task<Void, Never>?
    /// Ends the time in which the process has to report something.
    @NotObserved private var watching: Task<Void, Never>?
    /// The time after which a process that should report something counts as hanging: longer than it takes to give up a file by itself.
    @NotObserved var patience = Duration.seconds(12)
    @NotObserved private var isReady = false
    /// Whether the current track ends before its time, so that the next one is due.
    @NotObserved private var isCutOff = false
    @NotObserved private var schedule = TrackSchedule()
    /// The lengths that were measured or learned, by the paths of tracks without a known one.
    @NotObserved private var measured: [String: Duration] = [:]
    @NotObserved private var skipped: [PlayerProblem.SkippedTrack] = []
    /// Whether the track before is the one to play instead of the current one, if that can't be played.
    @NotObserved private var isGoingBack = false

    /// Creates a player.
    ///
    /// - Parameter program: The path of an executable that runs ``PlayerService`` if its only argument is ``PlayerService/argument``.
    public init(program: String = "/proc/self/exe") {
        self.program = program
    }

    // MARK: Commands

    /// Replaces the queue and plays it.
    ///
    /// - Parameters:
    ///   - tracks: The tracks. If there are none, the player stops.
    ///   - index: The index of the first track to play.
    ///   - position: The position at which that track begins.
    ///   - isPaused: Whether the player is paused there at first. Then nothing is opened before it resumes.
    public func play(_ tracks: [PlayableTrack], from index: Int = 0, at position: Duration = .zero, isPaused: Bool = false) {
        schedule.retryFiles()
        withGroupedChanges {
            queue = tracks
            // The same index is another track now.
            (self.index, duration) = (nil, nil)
            if tracks.indices.contains(index) { go(to: index, at: position, isPaused: isPaused) } else { stop() }
        }
    }

    /// Continues a paused track, or plays the queue again after its end.
    public func resume() {
        schedule.retryFiles()
        switch state {
        case .playing: break
        case .stopped where queue.isEmpty: break
        case .stopped: go(to: 0)
        case .paused:
            guard let index else { return }
            if process != nil, schedule.current != nil {
                state = .playing
                idling?.cancel()
                process?.send(.resume)
                watch()
            } else {
                go(to: index, at: position)
            }
        }
    }

    /// Pauses the current track.
    public func pause() {
        guard state == .playing else { return }
        hold(at: currentPosition)
        state = .paused
        process?.send(.pause)
        watch()
        endWhenIdle()
    }

    /// Pauses or continues.
    public func togglePause() {
        if state == .playing { pause() } else { resume() }
    }

    /// Plays the next track, or stops after the last one.
    public func next() {
        guard let index else { return }
        if queue.indices.contains(index + 1) { go(to: index + 1, isPaused: state == .paused) } else { stop() }
    }

    /// Plays the current track from its beginning; in its first three seconds, the previous track.
    public func previous() {
        guard let index else { return }
        let isBefore = currentPosition < .seconds(3) && index > 0
        go(to: isBefore ? index - 1 : index, isPaused: state == .paused, isBack: isBefore)
    }

    /// Plays the track at an index of the queue.
    public func skip(to index: Int) {
        schedule.retryFiles()
        if queue.indices.contains(index) { go(to: index) }
    }

    /// Stops. The queue stays.
    public func stop() {
        schedule.clear()
        process?.send(.stop)
        withGroupedChanges {
            hold(at: .zero)
            (index, duration, state) = (nil, nil, .stopped)
        }
        watch()
        endWhenIdle()
    }

    /// Moves to a position of the current track. Beyond its end, the next track follows.
    public func seek(to position: Duration) {
        guard let index else { return }
        if let duration, position >= duration { return next() }
        go(to: index, at: position, isPaused: state == .paused)
    }

    /// Sets the loudness, from 0 to 1. Other values are clamped.
    public func setVolume(_ volume: Double) {
        let sane = volume.isFinite ? min(max(volume, 0), 1) : 1
        if sane != self.volume { self.volume = sane }
        process?.send(.gain(gain))
    }

    /// The position in the current track, at this moment.
    public var currentPosition: Duration {
        guard let runningSince else { return position }
        let elapsed = position + runningSince.duration(to: .now)
        return duration.map { min($0, elapsed) } ?? elapsed
    }

    private var gain: Double { volume * volume * volume }

    // MARK: The process

    private func go(to index: Int, at position: Duration = .zero, isPaused: Bool = false, isBack: Bool = false) {
        let isJump = index == self.index
        let track = queue[index]
        let position = Self.sane(position)
        (isGoingBack, isCutOff) = (isBack, false)
        withGroupedChanges {
            if !isJump || duration == nil { duration = track.duration ?? measured[track.path] }
            self.index = index
            hold(at: position)
            state = isPaused ? .paused : .playing
        }
        if isJump { jumps.notify(position) }
        // A paused track is opened when it continues.
        if isPaused, process == nil { return schedule.clear() }
        guard let ticket = schedule.begin(index, path: track.path) else {
            return skip(index, schedule.refusal(of: track.path) ?? .crashed)
        }
        idling?.cancel()
        if process == nil { startProcess() }
        let play = PlayerCommand.play(ticket, of: track.segment, at: position / .seconds(1), isPaused: isPaused)
        process?.send(play, path: track.path, of: ticket)
        watch()
        if isPaused { endWhenIdle() }
    }

    private func startProcess() {
        process = PlayerProcess(program: program) { process in
            let number = ObjectIdentifier(process)
            receptionist = Receptionist(for: .values(of: process.events), on: .mainActor) { [weak self] event in
                guard let self, self.process.map(ObjectIdentifier.init) == number else { return }
                handle(event)
            }
        }
        process?.send(.gain(gain))
    }

    private func endProcess() {
        receptionist?.invalidate()
        (process, receptionist, isReady) = (nil, nil, false)
        schedule.clear()
        watch()
    }

    /// Ends the process if nothing plays for a minute. The sound device is free then.
    private func endWhenIdle() {
        idling?.cancel()
        guard process != nil else { return }
        idling = Task { [weak self] in
            try? await Task.sleep(for: .seconds(60))
            if !Task.isCancelled { self?.endProcess() }
        }
    }

    /// Replaces a process that reports nothing for too long while something should happen. It may hang in the kernel.
    private func watch() {
        watching?.cancel()
        watching = nil
        guard process != nil, state == .playing, let limit = silenceLimit else { return }
        watching = Task { [weak self] in
            // The computer may sleep.
            try? await Task.sleep(for: limit, clock: .suspending)
            if !Task.isCancelled { self?.replaceProcess() }
        }
    }

    /// The time within which the process has to report something; `nil` while a track just plays.
    private var silenceLimit: Duration? {
        // GStreamer may search for its plug-ins first.
        if !isReady { return patience * 5 }
        return runningSince == nil || schedule.suspect != nil || isCutOff ? patience : nil
    }

    private func replaceProcess() {
        if isReady {
            recover(from: .tooSlow)
            report()
        } else {
            giveUp(.unavailable(.notStarted(reason: localized("It does not answer."))))
        }
    }

    private func handle(_ event: PlayerProcess.Event) {
        defer { watch() }
        switch event {
        case .reported(let event): handle(event)
        case .unreadable(let ticket, let error): fail(ticket, .unreadable(reason: error.description))
        case .notStarted(let error): giveUp(.unavailable(.notStarted(reason: error.description)))
        case .ended: recover(from: .crashed)
        }
    }

    private func handle(_ event: PlayerEvent) {
        switch event {
        case .ready: isReady = true
        case .unavailable(let reason): giveUp(.unavailable(reason))
        case .deviceRemoved: pause()
        case .deviceFailed(let reason): giveUp(.noDevice(reason: reason))
        case .opening(let ticket): schedule.suspect = ticket
        case .opened(let ticket): if schedule.suspect == ticket { schedule.suspect = nil }
        case .started(let ticket, let position, let length):
            start(ticket, at: Self.duration(position), length: length.map(Self.duration))
            if let length { note(length: Self.duration(length), of: ticket, isMeasured: false) }
        case .moved(let ticket, let position):
            guard schedule.current == ticket, state == .playing else { return }
            run(from: Self.duration(position))
        // Another track may have been asked for meanwhile.
        case .wantsNext(let ticket): if ticket == schedule.last { sendNext() }
        case .failed(let ticket, .cutOff):
            if ticket == schedule.current { isCutOff = true }
            note(ticket, .cutOff)
        case .failed(let ticket, let reason): fail(ticket, reason)
        case .measured(let ticket, let length): note(length: Self.duration(length), of: ticket, isMeasured: true)
        case .finished(let ticket):
            guard schedule.current == ticket, schedule.isLast else { return }
            report()
            stop()
        }
    }

    /// Returns a number of seconds from the other process, which is untrusted, as a sane duration.
    private static func duration(_ seconds: Double) -> Duration {
        .seconds(min(max(seconds, 0), longest / .seconds(1)))
    }

    private static func sane(_ position: Duration) -> Duration {
        min(max(position, .zero), longest)
    }

    /// Longer than any track.
    private static let longest = Duration.seconds(10_000_000)

    /// A track has become audible: the one that was asked for, or its successor.
    private func start(_ ticket: TrackTicket, at position: Duration, length: Duration?) {
        guard let index = schedule.advance(to: ticket) else { return }
        (isGoingBack, isCutOff) = (false, false)
        let duration = measured[queue[index].path] ?? length ?? queue[index].duration
        withGroupedChanges {
            if index != self.index { self.index = index }
            if duration != self.duration { self.duration = duration }
            if state == .playing { run(from: position) } else { hold(at: position) }
        }
        report()
    }

    /// Keeps the length of a track, if its file doesn't give it. A measured one is better than one that was learned, which may be an estimate.
    private func note(length: Duration, of ticket: TrackTicket, isMeasured: Bool) {
        guard let index = schedule.index(of: ticket), queue[index].duration == nil, queue[index].segment == nil else { return }
        let path = queue[index].path
        guard isMeasured || measured[path] == nil, measured.updateValue(length, forKey: path) != length else { return }
        if ticket == schedule.current { duration = length }
        lengths.notify(MeasuredTrack(path: path, length: length))
    }

    private func sendNext() {
        while let last = schedule.lastIndex, queue.indices.contains(last + 1) {
            let track = queue[last + 1]
            // The last one may have been skipped.
            let isSent = schedule.last.flatMap { schedule.index(of: $0) } == last
            if let ticket = schedule.append(last + 1, path: track.path) {
                if isSent, let segment = track.segment, queue[last].isFollowedInFile(by: track) {
                    // The file is open, and its samples follow one another.
                    process?.send(.proceed(ticket, to: segment))
                } else {
                    process?.send(.follow(ticket, of: track.segment), path: track.path, of: ticket)
                }
                return
            }
            skipped.append(.init(track: track, reason: schedule.refusal(of: track.path) ?? .crashed))
        }
        process?.send(.follow(nil))
    }

    /// Skips a track that can't be played.
    private func fail(_ ticket: TrackTicket, _ reason: TrackFailure) {
        guard let index = schedule.index(of: ticket) else { return }
        if ticket == schedule.current {
            // The process may wait for the file for long, and then the next one would be blamed.
            if reason == .tooSlow { endProcess() }
            return skip(index, reason)
        }
        // The next track, while the current one plays.
        schedule.remove(ticket)
        skipped.append(.init(track: queue[index], reason: reason))
        sendNext()
    }

    private func skip(_ index: Int, _ reason: TrackFailure) {
        skipped.append(.init(track: queue[index], reason: reason))
        if isGoingBack, index > 0 {
            go(to: index - 1, isPaused: state == .paused, isBack: true)
        } else if queue.indices.contains(index + 1) {
            go(to: index + 1, isPaused: state == .paused)
        } else {
            report()
            stop()
        }
    }

    /// Remembers a problem of a track that was played all the same.
    private func note(_ ticket: TrackTicket, _ reason: TrackFailure) {
        guard let index = schedule.index(of: ticket) else { return }
        skipped.append(.init(track: queue[index], reason: reason))
    }

    /// Reports the tracks that were skipped.
    private func report() {
        guard !skipped.isEmpty else { return }
        problems.notify(.skipped(skipped))
        skipped = []
    }

    /// Pauses, because nothing can be played now.
    private func giveUp(_ problem: PlayerProblem) {
        endProcess()
        if state == .playing {
            hold(at: currentPosition)
            state = .paused
        }
        problems.notify(problem)
    }

    /// Goes on after the process has crashed or hangs: behind the file that it opened last, or else behind the one that played.
    private func recover(from reason: TrackFailure) {
        let position = currentPosition
        let culprit = schedule.suspect ?? schedule.current
        let culpritIndex = culprit.flatMap { schedule.index(of: $0) }
        if let culpritIndex { schedule.refuse(queue[culpritIndex].path, because: reason) }
        let wasCurrent = culprit == schedule.current
        endProcess()
        guard let index else { return }
        if !wasCurrent || culpritIndex == nil {
            hold(at: position)
            if state == .playing { go(to: index, at: position) }
        } else {
            skip(index, reason)
        }
    }

    // MARK: The position

    private func run(from position: Duration) {
        // The state was already that of a track that plays.
        let isStart = runningSince == nil
        self.position = position
        runningSince = .now
        follow()
        if isStart { jumps.notify(position) }
    }

    private func hold(at position: Duration) {
        runningSince = nil
        if self.position != position { self.position = position }
        follow()
    }

    /// Changes ``position`` whenever another second has passed.
    private func follow() {
        following?.cancel()
        following = nil
        guard isFollowed, runningSince != nil else { return }
        following = Task { [weak self] in
            while let pause = self?.untilNextSecond {
                try? await Task.sleep(for: pause)
                guard !Task.isCancelled else { return }
                self?.notePosition()
            }
        }
    }

    private var untilNextSecond: Duration {
        .seconds(1) - .nanoseconds(currentPosition.components.attoseconds / 1_000_000_000) + .milliseconds(5)
    }

    private func notePosition() {
        let now = SuspendingClock.now
        position = currentPosition
        runningSince = now
    }
}
