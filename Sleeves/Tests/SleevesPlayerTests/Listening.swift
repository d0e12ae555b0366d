import CGStreamer
import Foundation
import Glibc
import SleevesModel
@testable import SleevesPlayer

/// The samples and reports of an engine that is given files, one after another. The sound device is an `appsink`, which keeps all samples.
struct Listening {
    private(set) var samples: [Float] = []
    private(set) var events: [PlayerEvent] = []

    /// The tracks that were reported as audible, by their place among the files.
    var started: [Int] {
        events.compactMap { event in
            if case .started(let ticket, _, _) = event { ticket.number } else { nil }
        }
    }

    /// The number of times that a file was opened.
    var openings: Int {
        events.count { event in
            if case .opening = event { true } else { false }
        }
    }

    /// Plays files from a position of the first one on, to the end.
    ///
    /// - Parameters:
    ///   - segments: The parts of the files to play; none for whole files.
    ///   - reopens: Whether a part that follows in the same file is opened again.
    init(
        to files: [String], segments: [FileSegment] = [], reopens: Bool = false, from position: Double = 0, rate: Int = 44_100
    ) async {
        self = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    returning: Listening(files: files, segments: segments, reopens: reopens, position: position, rate: rate))
            }
        }
    }

    private init(files: [String], segments: [FileSegment], reopens: Bool, position: Double, rate: Int) {
        var next = 0
        let inbox = EngineInbox()
        func command(_ make: (TrackTicket, FileSegment?) -> PlayerCommand) {
            while next < files.count {
                next += 1
                let segment = segments.isEmpty ? nil : segments[next - 1]
                if !reopens, next > 1, files[next - 2] == files[next - 1], let segment, segments[next - 2].isFollowed(by: segment) {
                    return inbox.post(.command(.proceed(TrackTicket(next - 1), to: segment), descriptor: nil))
                }
                let descriptor = open(files[next - 1], O_RDONLY)
                return inbox.post(.command(make(TrackTicket(next - 1), segment), descriptor: descriptor))
            }
            inbox.post(.command(.follow(nil), descriptor: nil))
        }
        var (isDone, hasBegun) = (false, false)
        var seen: [PlayerEvent] = []
        let device = """
            volume name=volume ! audioconvert ! audio/x-raw,format=F32LE,layout=interleaved,rate=\(rate),channels=2 \
            ! appsink name=heard sync=false wait-on-eos=false
            """
        let engine = PlayerEngine(device: device, inbox: inbox) { event in
            seen.append(event)
            switch event {
            case .wantsNext:
                hasBegun = true
                command { .follow($0, of: $1) }
            case .failed(_, .cutOff): break
            case .failed(let ticket, _):
                let wasHeard = seen.contains(.opened(ticket))
                if wasHeard || ticket.number == next - 1, hasBegun { command { .follow($0, of: $1) } } else { play() }
            case .finished:
                isDone = true
                // The engine would wait for the next command.
                inbox.wake()
            default: break
            }
        }
        func play() {
            if next < files.count { command { .play($0, of: $1, at: position, isPaused: false) } } else { isDone = true }
        }
        guard let engine else { return }
        play()
        while !isDone, engine.turn() == nil {}
        events = seen
        let sink = UnsafeMutableRawPointer(engine.element("heard")).assumingMemoryBound(to: GstAppSink.self)
        let gst = GStreamer.functions
        while let sample = gst.gst_app_sink_try_pull_sample(sink, 0) {
            var map = GstMapInfo()
            let buffer = gst.gst_sample_get_buffer(sample)
            if gst.gst_buffer_map(buffer, &map, GST_MAP_READ) != 0 {
                samples += UnsafeRawBufferPointer(start: map.data, count: Int(map.size)).bindMemory(to: Float.self)
                gst.gst_buffer_unmap(buffer, &map)
            }
            gst.gst_mini_object_unref(UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
        }
    }
}
