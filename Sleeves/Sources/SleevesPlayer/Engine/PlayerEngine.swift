internal import CGStreamer
internal import Glibc
internal import SleevesModel

/// The engine of the process that plays: it decodes one track after another, and writes their samples to the sound device.
///
/// 1. ``PlayerCommand/play(_:of:at:isPaused:)`` brings a file. A ``TrackDecoder`` decodes it, and its samples go to the ``SoundOutput``, up to
///    two seconds ahead.
/// 2. As soon as the file has yielded samples, the engine asks for the next one and opens it.
/// 3. After the last sample of a track, it writes the first one of the next. If that follows in the same file, its decoder goes on. The output
///    knows nothing of tracks; the engine keeps at which position of the output each begins, and reports it when it becomes audible.
///
/// All of it happens on one thread, in ``run()``. Other threads put their messages into the ``EngineInbox``.
final class PlayerEngine {
    /// A track in what was written to the output.
    private struct Section {
        let ticket: TrackTicket
        /// Its beginning in the output, in nanoseconds.
        let begin: Int
        /// The position in the track at which it begins, in seconds.
        let start: Double
        let length: Double?
    }

    /// The track after the current one.
    private enum Successor {
        case file(TrackDecoder)
        /// The next part of the current file.
        case part(TrackTicket, FileSegment)

        var decoder: TrackDecoder? {
            if case .file(let decoder) = self { decoder } else { nil }
        }
    }

    let inbox: EngineInbox
    private let output: SoundOutput
    private let report: (PlayerEvent) -> Void
    private var current: TrackDecoder?
    /// The decoder that has come to the end of a track in the middle of its file.
    private var interrupted: TrackDecoder?
    private var next: Successor?
    /// Whether the next track, or that there is none, is known.
    private var knowsNext = false
    /// The audible track, and those after it.
    private var sections: [Section] = []
    private var isPaused = false
    /// Whether the first of the sections can be heard.
    private var isAudible = false
    private var announced: Set<TrackTicket> = []

    /// - Parameters:
    ///   - device: The sound device, in GStreamer's language.
    ///   - report: Receives events, on the engine's thread.
    init?(device: String, inbox: EngineInbox = EngineInbox(), report: @escaping (PlayerEvent) -> Void) {
        let output = SoundOutput(device) { message in
            inbox.post(.output(message))
        } needsData: {
            inbox.wake()
        } onRemoval: {
            inbox.post(.deviceRemoved)
        }
        guard let output else { return nil }
        self.output = output
        self.inbox = inbox
        self.report = report
    }

    /// An element of the sound device.
    func element(_ name: String) -> UnsafeMutablePointer<GstElement> { output.element(name) }

    /// Follows commands until the device fails. Returns the reason, which is empty if it isn't known.
    func run() -> String {
        while true {
            if let reason = turn() { return reason }
        }
    }

    /// Does what there is to do, or else waits for something. Returns the reason if the device has failed.
    func turn() -> String? {
        let items = inbox.takeAll()
        let lastBeginning = items.lastIndex(where: \.beginsAnew)
        for (place, item) in items.enumerated() {
            switch item {
            // What a later command replaces isn't opened.
            case .command(let command, let descriptor?) where command.hasFile && place < lastBeginning ?? 0: close(descriptor)
            case .command(let command, let descriptor): perform(command, descriptor)
            case .output(.ready) where lastBeginning == nil: noteReady()
            case .output(.end) where lastBeginning == nil: finish()
            // About what was flushed.
            case .output(.ready), .output(.end): break
            case .output(.error(let failure)): return failure.text
            case .output(.missingPlugin(let format)): return format
            case .deviceRemoved:
                perform(.pause, nil)
                report(.deviceRemoved)
            }
        }
        noteOpened()
        noteSections()
        if !feed() { inbox.wait(atMost: untilNextSection) }
        return nil
    }

    // MARK: Commands

    private func perform(_ command: PlayerCommand, _ descriptor: Int32?) {
        switch command {
        case .play(let ticket, let segment, let position, let isPaused):
            guard let descriptor else { return }
            play(ticket, descriptor, segment, from: position, isPaused: isPaused)
        case .follow(let ticket, let segment): follow(ticket, descriptor, segment)
        case .proceed(let ticket, let segment):
            guard !sections.isEmpty else { return }
            (next, knowsNext) = (.part(ticket, segment), true)
        case .pause:
            isPaused = true
            output.pause()
        case .resume:
            isPaused = false
            output.play()
            if isAudible, let section = sections.first { report(.moved(section.ticket, at: place(in: section))) }
        case .gain(let gain): output.set(gain: gain)
        case .stop: clear()
        }
    }

    private func clear() {
        output.flush()
        // They are about what was flushed.
        inbox.dropOutputMessages()
        (current, interrupted, next, knowsNext, sections, isAudible, announced) = (nil, nil, nil, false, [], false, [])
    }

    private func play(_ ticket: TrackTicket, _ descriptor: Int32, _ segment: FileSegment?, from position: Double, isPaused: Bool) {
        clear()
        current = open(ticket, descriptor, segment, from: position)
        self.isPaused = isPaused
        if isPaused { output.pause() } else { output.play() }
    }

    private func follow(_ ticket: TrackTicket?, _ descriptor: Int32?, _ segment: FileSegment?) {
        guard !sections.isEmpty else {
            if let descriptor { close(descriptor) }
            return
        }
        knowsNext = true
        next = nil
        if let ticket, let descriptor { next = .file(open(ticket, descriptor, segment, from: 0)) }
    }

    private func open(_ ticket: TrackTicket, _ descriptor: Int32, _ segment: FileSegment?, from position: Double) -> TrackDecoder {
        report(.opening(ticket))
        return TrackDecoder(ticket, descriptor: descriptor, segment, from: position) { [inbox] in inbox.wake() }
    }

    // MARK: Decoding

    /// Writes the next samples to the output. Returns whether there may be more to do at once.
    private func feed() -> Bool {
        guard let decoder = current else { return startNext() }
        guard !output.isFull else { return false }
        switch decoder.read(within: .milliseconds(20)) {
        case .nothing: break
        case .samples(let samples, let format):
            begin(decoder)
            output.write(samples, format)
        case .end:
            // A track may have no music at all.
            begin(decoder)
            if decoder.isCutOff { report(.failed(decoder.ticket, .cutOff)) } else { noteLength(of: decoder) }
            (interrupted, current) = (decoder.isInterrupted ? decoder : nil, nil)
        case .failed(let reason):
            let hasBegun = sections.last?.ticket == decoder.ticket
            report(.failed(decoder.ticket, hasBegun ? .cutOff : reason))
            current = nil
            // Without music, the other side decides what to play instead.
            if !hasBegun { knowsNext = false }
        }
        return true
    }

    /// Keeps where a track begins, and asks for the one after it.
    private func begin(_ decoder: TrackDecoder) {
        guard sections.last?.ticket != decoder.ticket else { return }
        sections.append(Section(ticket: decoder.ticket, begin: output.written, start: decoder.start, length: decoder.length))
        report(.wantsNext(after: decoder.ticket))
    }

    /// Reports the length of a track that has been decoded as a whole. Many streams don't give it earlier.
    private func noteLength(of decoder: TrackDecoder) {
        guard let section = sections.last, section.ticket == decoder.ticket, section.start == 0, output.written > section.begin else {
            return
        }
        report(.measured(section.ticket, length: Double(output.written - section.begin) / 1e9))
    }

    /// Goes on with the next track, or ends after the last one.
    private func startNext() -> Bool {
        guard knowsNext else { return false }
        switch next {
        case nil:
            interrupted = nil
            // A device that has received nothing can't end.
            if output.written == 0 { finish() } else { output.end() }
            return false
        case .file(let decoder): current = decoder
        case .part(let ticket, let segment):
            current = interrupted
            // The file has ended before this track. The other side names another one.
            if let current { current.proceed(as: ticket, segment) } else { report(.failed(ticket, .damaged)) }
        }
        (interrupted, next, knowsNext) = (nil, nil, false)
        return true
    }

    // MARK: Reports

    private func noteOpened() {
        for decoder in [current, next?.decoder].compactMap(\.self) where decoder.isOpen && announced.insert(decoder.ticket).inserted {
            report(.opened(decoder.ticket))
        }
        // The other side names another one.
        if let decoder = next?.decoder, let failure = decoder.knownFailure, !decoder.isOpen {
            report(.failed(decoder.ticket, failure))
            (next, knowsNext) = (nil, false)
        }
    }

    /// The output has samples, so that the first track is audible, or would be.
    private func noteReady() {
        guard !isAudible, let section = sections.first else { return }
        isAudible = true
        report(.started(section.ticket, at: section.start, length: section.length))
        output.noteDevice()
    }

    /// Reports the tracks whose beginning has been heard.
    private func noteSections() {
        guard isAudible, sections.count > 1 else { return }
        let position = output.position
        while sections.count > 1, sections[1].begin <= position {
            sections.removeFirst()
            report(.started(sections[0].ticket, at: place(in: sections[0]), length: sections[0].length))
        }
    }

    private func finish() {
        guard let last = sections.last?.ticket else { return }
        // The last sections may be shorter than the device's delay.
        while sections.count > 1 {
            sections.removeFirst()
            report(.started(sections[0].ticket, at: sections[0].start, length: sections[0].length))
        }
        clear()
        report(.finished(last))
    }

    /// The audible position in a track, in seconds.
    private func place(in section: Section) -> Double {
        section.start + Double(max(output.position - section.begin, 0)) / 1e9
    }

    private var untilNextSection: Duration? {
        guard !isPaused, isAudible, sections.count > 1 else { return nil }
        return .nanoseconds(sections[1].begin - output.position)
    }
}
