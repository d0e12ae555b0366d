internal import CGStreamer
internal import Glibc
internal import SleevesModel
internal import Synchronization

/// A file that is being decoded: its music as floating-point samples, without what its encoder added.
///
/// A track may be a part of the file. Then decoding stops at its last sample, and goes on there with ``proceed(as:_:)``.
///
/// Owned by the engine's thread. GStreamer decodes on its own threads, at most a few buffers ahead.
final class TrackDecoder {
    /// A format of samples.
    struct Format: Hashable, Sendable {
        var rate: Int
        var channels: Int
    }

    /// The result of ``read(within:)``.
    enum Output {
        /// Interleaved samples.
        case samples([Float], Format)
        /// Nothing yet.
        case nothing
        /// The end of the track.
        case end
        case failed(TrackFailure)
    }

    private(set) var ticket: TrackTicket
    /// The position in the track at which decoding begins, in seconds.
    private(set) var start: Double
    /// The part of the file that the track is; `nil` for the whole file.
    private var segment: FileSegment?
    /// The length of the track in seconds, if known.
    var length: Double? {
        guard let segment else { return fileLength }
        let end = segment.end.map(Self.seconds)
        return (fileLength.map { min($0, end ?? $0) } ?? end).map { max(0, $0 - Self.seconds(segment.start)) }
    }
    /// Whether anything has been decoded.
    var isOpen: Bool { failure.hasData }
    /// The reason why the rest can't be decoded.
    var knownFailure: TrackFailure? { failure.value }

    private let pipeline: Pipeline
    private let sink: UnsafeMutablePointer<GstAppSink>
    private let descriptor: Int32
    private let failure: FailureBox
    private let information: GaplessInfo?
    private var gapless: GaplessInfo?
    /// The length of the file in seconds, if known.
    private var fileLength: Double?
    private var format: Format?
    /// The position in the file at which decoding begins, in seconds.
    private let entry: Double
    /// Whether decoding begins shortly before the entry, not at the beginning of the file.
    private var isSought = false
    /// Whether samples before the entry are dropped. A file that can't be searched plays from its beginning, unless that is another track.
    private var isExact: Bool { isSought || segment?.start ?? 0 > 0 && entry > 0 }
    /// Music that hasn't been read yet, because it is behind the end of the track.
    private var held: [Float] = []
    /// The index of its first frame in the music of the file; `nil` before there was any.
    private var place: Int?
    /// The index of the next frame of the stream.
    private var index = 0
    /// Decoded samples behind what should be the end.
    private var excess: [Float] = []
    private var lastProgress = SuspendingClock.now
    private var gst: CGStreamer { GStreamer.functions }

    /// The time without a sample after which a file is given up.
    private static let patience = Duration.seconds(5)
    /// The maximum number of frames behind the end that are still padding.
    private static let paddingLimit = 8_192

    /// Returns the parts of a decoder.
    ///
    /// - Parameters:
    ///   - opusGain: The gain of an Opus file's tags, in decibels. GStreamer's own reading of them isn't used.
    ///   - fallbackGain: The gain of a file without tags of its gain, in decibels.
    private static func description(opusGain: Double?, fallbackGain: Double?) -> String {
        // No peak is known, so no gain makes it louder. ReplayGain in GStreamer does the same.
        let gain =
            opusGain.map { "volume volume=\(pow(10, max(-60, min(0, $0)) / 20))" }
            ?? "rgvolume album-mode=true fallback-gain=\(max(-60, min(60, fallbackGain ?? 0)))"
        return """
            filesrc name=source ! decodebin caps=audio/x-raw expose-all-streams=false ! audioconvert ! \(gain) ! audioconvert \
            ! audio/x-raw,format=F32LE,layout=interleaved,rate=[4000,384000],channels=[1,8] \
            ! appsink name=sink sync=false max-buffers=8
            """
    }

    /// The elements that it needs.
    static let elements = ["filesrc", "decodebin", "audioconvert", "rgvolume", "volume", "appsink"]

    /// Begins to decode.
    ///
    /// - Parameters:
    ///   - descriptor: The open file, which this object closes.
    ///   - segment: The part of the file that the track is; `nil` for the whole file.
    ///   - start: The position in the track at which to begin, in seconds.
    ///   - wake: Called on any thread when the file turns out to be usable or not.
    init(
        _ ticket: TrackTicket, descriptor: Int32, _ segment: FileSegment?, from start: Double, wake: @escaping @Sendable () -> Void
    ) {
        self.ticket = ticket
        self.segment = segment
        self.start = start
        entry = (segment.map { Self.seconds($0.start) } ?? 0) + start
        var information = GaplessInfo(descriptor: descriptor)
        if let patches = information?.patches, !patches.isEmpty {
            if let copy = FileBytes(descriptor: descriptor).copy(patching: patches) {
                close(descriptor)
                self.descriptor = copy
            } else {
                // GStreamer begins at the edit.
                information?.skip = 0
                self.descriptor = descriptor
            }
        } else {
            self.descriptor = descriptor
        }
        self.information = information
        let failure = FailureBox()
        self.failure = failure
        let gains = (OpusGain.decibels(FileBytes(descriptor: self.descriptor)), segment?.gain.map { Double($0) / 100 })
        let pipeline = Pipeline(Self.description(opusGain: gains.0, fallbackGain: gains.1)) { message in
            switch message {
            case .missingPlugin(let format): failure.note(.missingPlugin(format: format))
            case .error(.notAudio): failure.note(.notAudio)
            case .error(.missingPlugin): failure.note(.missingPlugin(format: "?"))
            case .error(.other): failure.note(.damaged)
            case .ready: failure.noteData()
            case .end: return
            }
            wake()
        }
        guard let pipeline else { preconditionFailure("GStreamer lacks an element that it had") }
        self.pipeline = pipeline
        // Unlike `fdsrc`, this source can be read from any place, which demultiplexers need for exact lengths.
        cgstreamer_set_string(pipeline.element("source"), "location", "/proc/self/fd/\(self.descriptor)")
        sink = UnsafeMutableRawPointer(pipeline.element("sink")).assumingMemoryBound(to: GstAppSink.self)
        if entry > 0 {
            pipeline.set(GST_STATE_PAUSED)
            if pipeline.waitForState(atMost: Self.patience), failure.value == nil {
                isSought = pipeline.seek(to: Int((approach + skippedSeconds) * 1e9))
            }
        }
        pipeline.set(GST_STATE_PLAYING)
        // The disk may have had to start first.
        lastProgress = .now
    }

    deinit {
        pipeline.set(GST_STATE_NULL)
        close(descriptor)
    }

    /// The position before the entry at which decoding begins, in seconds. Some formats need more than the packet that they are entered at. It
    /// is a whole number of samples at all usual rates, which GStreamer would otherwise round.
    private var approach: Double { max(0, ((entry - 0.1) * 25).rounded(.down) / 25) }

    private static func seconds(_ frames: Int) -> Double { Double(frames) / Double(FileSegment.rate) }

    /// Goes on with the next part of the file as another track.
    func proceed(as ticket: TrackTicket, _ segment: FileSegment) {
        (self.ticket, self.segment, start) = (ticket, segment, 0)
    }

    /// Whether the track has ended before its file.
    var isInterrupted: Bool { room.map { $0 <= 0 } ?? false }

    /// The number of frames up to the end of the track; `nil` if that is the end of the file.
    private var room: Int? {
        guard let end = segment?.end, let place, let format else { return nil }
        return Int((Self.seconds(end) * Double(format.rate)).rounded()) - place
    }

    /// Returns the next samples, waiting for them for a short time.
    func read(within limit: Duration) -> Output {
        if let output = takeHeld() { return output }
        guard let sample = gst.gst_app_sink_try_pull_sample(sink, GstClockTime(limit.nanoseconds)) else {
            if let failure = failure.value { return .failed(failure) }
            // Behind the end, there is nothing to read.
            if gst.gst_app_sink_is_eos(sink) != 0 { return format != nil || entry > 0 ? .end : .failed(.damaged) }
            return SuspendingClock.now - lastProgress > Self.patience ? .failed(.tooSlow) : .nothing
        }
        defer { gst.gst_mini_object_unref(UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self)) }
        lastProgress = .now
        guard let format = read(gst.gst_sample_get_caps(sample)), let buffer = gst.gst_sample_get_buffer(sample) else { return .nothing }
        if self.format != format { begin(format, sample, buffer) }
        let before = index
        let (first, samples) = samples(of: buffer, format)
        if !samples.isEmpty, place == nil { place = before + first - (gapless?.skip ?? 0) }
        held += samples
        return takeHeld() ?? .nothing
    }

    /// Returns what is held up to the end of the track; `nil` if that is nothing.
    private func takeHeld() -> Output? {
        guard let format, let place else { return nil }
        let all = held.count / format.channels
        let count = min(room ?? all, all)
        if isInterrupted { return .end }
        guard count > 0 else { return nil }
        self.place = place + count
        let samples = count == all ? held : Array(held.prefix(count * format.channels))
        held = count == all ? [] : Array(held.dropFirst(count * format.channels))
        return .samples(samples, format)
    }

    /// Whether the decoded part is clearly shorter than the track.
    var isCutOff: Bool {
        guard let format, let fileLength, !isInterrupted else { return false }
        return Double(index) / Double(format.rate) < (segment?.end.map(Self.seconds) ?? fileLength) - 2
    }

    private func read(_ caps: UnsafeMutablePointer<GstCaps>?) -> Format? {
        guard let caps, let structure = gst.gst_caps_get_structure(caps, 0) else { return nil }
        var (rate, channels): (Int32, Int32) = (0, 0)
        guard gst.gst_structure_get_int(structure, "rate", &rate) != 0, gst.gst_structure_get_int(structure, "channels", &channels) != 0
        else { return nil }
        return Format(rate: Int(rate), channels: Int(channels))
    }

    /// Finds out where the stream begins and ends.
    private func begin(_ format: Format, _ sample: OpaquePointer, _ buffer: UnsafeMutablePointer<GstBuffer>) {
        if let former = self.format {
            index = Int(Double(index) * Double(format.rate) / Double(former.rate))
            place = place.map { Int(Double($0) * Double(format.rate) / Double(former.rate)) }
        }
        (excess, held) = ([], [])
        let isFirst = self.format == nil
        self.format = format
        guard isFirst else { return }
        let length = pipeline.duration
        fileLength = length.map { Double($0) / 1e9 }
        let reported = length.map { Int((Double($0) * Double(format.rate) / 1e9).rounded()) }
        gapless = reported.map { GaplessInfo(count: $0, rate: format.rate) }
        if let information = information?.at(rate: format.rate) {
            gapless = information
            if hasSkipped(information) { gapless?.skip = 0 }
            fileLength = Double(information.count) / Double(format.rate)
        }
        guard entry > 0 else { return }
        if isSought { index = Int(((approach + skippedSeconds) * Double(format.rate)).rounded()) }
        guard buffer.pointee.pts != .max else { return }
        let time = gst.gst_segment_to_stream_time(gst.gst_sample_get_segment(sample), GST_FORMAT_TIME, buffer.pointee.pts)
        if time != .max { index = Int((Double(time) * Double(format.rate) / 1e9).rounded()) }
    }

    /// Whether GStreamer has dropped the samples before the music: then it counts only the music.
    private func hasSkipped(_ information: GaplessInfo) -> Bool {
        guard let length = pipeline.duration else { return false }
        return abs(Double(length) * Double(information.rate) / 1e9 - Double(information.count)) < 2
    }

    /// The seconds before the music.
    private var skippedSeconds: Double {
        guard let information, !hasSkipped(information) else { return 0 }
        return Double(information.skip) / Double(information.rate)
    }

    /// Returns the music of a buffer, and the index of its first frame in the buffer.
    private func samples(of buffer: UnsafeMutablePointer<GstBuffer>, _ format: Format) -> (first: Int, samples: [Float]) {
        var map = GstMapInfo()
        guard gst.gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 else { return (0, []) }
        defer { gst.gst_buffer_unmap(buffer, &map) }
        // SAFETY: the buffer is mapped until this function returns, and has the format of the sink's caps.
        let all = UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(to: Float.self)
        let frames = all.count / format.channels
        defer { index += frames }
        let entryFrame = isExact ? Int((entry * Double(format.rate)).rounded()) : 0
        let first = min(max((gapless?.skip ?? 0) + entryFrame - index, 0), frames)
        guard let gapless else { return (first, Self.harmless(all[(first * format.channels)...])) }
        let end = gapless.skip + gapless.count
        let last = min(max(end - index, first), frames)
        let music = Self.harmless(all[first * format.channels..<last * format.channels])
        guard last < frames else { return (first, music) }
        excess += Self.harmless(all[last * format.channels..<frames * format.channels])
        if excess.count <= Self.paddingLimit * format.channels { return (first, music) }
        // So much isn't padding: the end was wrong.
        self.gapless = nil
        defer { excess = [] }
        return (first, music + excess)
    }

    /// Returns samples that are numbers and no louder than the loudest sound.
    private static func harmless(_ samples: Slice<UnsafeBufferPointer<Float>>) -> [Float] {
        samples.map { $0 == $0 ? min(max($0, -1), 1) : 0 }
    }
}

/// The reports of GStreamer's threads about a pipeline.
private final class FailureBox: Sendable {
    private let state = Mutex<(failure: TrackFailure?, hasData: Bool)>((nil, false))

    var value: TrackFailure? { state.withLock { $0.failure } }
    var hasData: Bool { state.withLock { $0.hasData } }

    func note(_ failure: TrackFailure) {
        // An error follows each missing plug-in.
        state.withLock { if $0.failure == nil { $0.failure = failure } }
    }

    func noteData() {
        state.withLock { $0.hasData = true }
    }
}
