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
                do throws(AudioFileError) {
                    let read = try tags(opened)
                    writer.flag(true)
                    read.write(to: &writer)
                } catch {
                    writer.flag(false)
                    error.reason.write(to: &writer)
                }
            }
        case .picture(let file, let pictureLimit):
            guard descriptors.count == 1 else { exit(Self.brokenRules) }
            limit()
            let opened = OpenAudioFile(file, descriptor: descriptors[0])
            do throws(AudioFileError) {
                let picture = try opened.picture(limit: pictureLimit)
                writer.flag(true)
                writer.data(picture)
            } catch {
                writer.flag(false)
                error.reason.write(to: &writer)
            }
        case .thumbnail(let bytes, let decoder):
            limit()
            do throws(CoverError) {
                let small = try thumbnail(bytes, decoder)
                writer.flag(true)
                writer.data(small)
            } catch {
                writer.flag(false)
                error.write(to: &writer)
            }
        }
        return writer.bytes
    }

    // MARK: The socket

    private func send(_ message: [UInt8]) {
        let framed = withUnsafeBytes(of: UInt32(message.count).littleEndian, Array.init) + message
        var sent = 0
        while sent < framed.count {
            // SAFETY: the call reads the rest of the array.
            let count = framed.withUnsafeBytes { write(CREADER_SOCKET, $0.baseAddress! + sent, $0.count - sent) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { exit(EXIT_SUCCESS) }
            sent += count
        }
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
