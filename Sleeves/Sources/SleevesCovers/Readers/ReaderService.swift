internal import SleevesModel
internal import CReader
internal import Glibc

/// The service of a reader process: it confines itself and answers its parent's requests one after another.
///
/// It has no state. It ends with its parent, when it exceeds its limits, or after an invalid request.
public struct ReaderService {
    /// The only argument of a program that should run as a reader.
    public static let argument = "answer-as-reader"

    /// `EX_PROTOCOL` of sysexits.h.
    private static let brokenRules: Int32 = 76

    /// The hard memory limit, above that of any request.
    private static let hardMemory = 2 << 30

    /// Reads tags. Tests replace it with misbehaving code.
    package var tags: (OpenAudioFile) throws(AudioFileError) -> AudioTags = { file throws(AudioFileError) in try file.tags() }
    /// Makes thumbnails. Tests replace it too.
    package var thumbnail: ([UInt8], CoverDecoder) throws(CoverError) -> [UInt8] = { bytes, decoder throws(CoverError) in
        try decoder.thumbnail(of: bytes)
    }

    /// Creates a service with the linked decoders.
    public init() {}

    /// Answers requests until the parent ends. Call it before anything else, while there are no other threads.
    public func run() -> Never {
        // Decoders and their messages are loaded from files, and no file can be opened after this.
        PixbufCodec.load()
        let granted = creader_confine(Self.hardMemory)
        send([ReaderProcess.version, UInt8(truncatingIfNeeded: granted)])
        while let (message, files) = receive() {
            guard let (request, allowance) = try? ReaderRequest.decode(message) else { exit(Self.brokenRules) }
            let answer = answer(to: request, about: files, within: allowance)
            creader_limit(0, 0)
            send(answer)
        }
        exit(EXIT_SUCCESS)
    }

    private func answer(to request: ReaderRequest, about descriptors: [Int32], within allowance: ReaderRequest.Allowance) -> [UInt8] {
        var writer = MessageWriter()
        func limit() { creader_limit(allowance.memory, UInt32(clamping: allowance.milliseconds)) }
        switch request {
        case .tags(let files):
            guard files.count == descriptors.count else { exit(Self.brokenRules) }
            // Close each file as soon as it has been read.
            for (file, descriptor) in zip(files, descriptors) {
                limit()
                let opened = OpenAudioFile(file, descriptor: descriptor)
                writer.result(
                    { () throws(AudioFileError) in try tags(opened) }, { $0.write(to: &$1) }, failure: { $0.reason.write(to: &$1) })
            }
        case .picture(let file, let pictureLimit):
            guard descriptors.count == 1 else { exit(Self.brokenRules) }
            limit()
            let opened = OpenAudioFile(file, descriptor: descriptors[0])
            writer.result(
                { () throws(AudioFileError) in try opened.picture(limit: pictureLimit) }, { $1.data($0) },
                failure: { $0.reason.write(to: &$1) })
        case .thumbnail(let bytes, let decoder):
            limit()
            writer.result(
                { () throws(CoverError) in try thumbnail(bytes, decoder) }, { $1.data($0) }, failure: { $0.write(to: &$1) })
        }
        return writer.bytes
    }

    // MARK: The socket

    private func send(_ message: [UInt8]) {
        let framed = withUnsafeBytes(of: UInt32(message.count).littleEndian, Array.init) + message
        do { try FileSystem.write(framed, to: CREADER_SOCKET) } catch { exit(EXIT_SUCCESS) }
    }

    /// Receives the next message and its descriptors; `nil` if the parent has ended.
    private func receive() -> (message: [UInt8], descriptors: [Int32])? {
        var descriptors: [Int32] = []
        guard let head = receive(4, &descriptors) else { return nil }
        let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
        guard count <= 2 * ReaderRequest.byteLimit, let message = receive(count, &descriptors) else { return nil }
        return (message, descriptors)
    }

    private func receive(_ count: Int, _ descriptors: inout [Int32]) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        var found = [Int32](repeating: -1, count: Int(CREADER_DESCRIPTORS))
        while filled < count {
            var foundCount = 0
            // SAFETY: the call writes at most the rest of the array and as many descriptors as fit; both are held exclusively.
            let received = bytes.withUnsafeMutableBytes { bytes in
                creader_receive(CREADER_SOCKET, bytes.baseAddress! + filled, bytes.count - filled, &found, &foundCount)
            }
            descriptors += found.prefix(foundCount)
            guard received > 0 else { return nil }
            filled += received
        }
        return bytes
    }
}
