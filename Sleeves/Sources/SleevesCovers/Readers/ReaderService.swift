internal import CConfinement
internal import Confinement
internal import Glibc
internal import SleevesModel

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
        PictureCodec.load()
        TextDecoder.load()
        let granted = confined_enter_reader(Self.hardMemory)
        send([ReaderProcess.version, UInt8(truncatingIfNeeded: granted)])
        while let (message, files) = ParentSocket.receive(limit: 2 * ReaderRequest.byteLimit) {
            guard let (request, allowance) = try? ReaderRequest.decode(message) else { exit(Self.brokenRules) }
            let answer = answer(to: request, about: files, within: allowance)
            confined_limit(0, 0)
            send(answer)
        }
        exit(EXIT_SUCCESS)
    }

    private func send(_ message: [UInt8]) {
        do { try ParentSocket.send(message) } catch { exit(EXIT_SUCCESS) }
    }

    private func answer(to request: ReaderRequest, about descriptors: [Int32], within allowance: ReaderRequest.Allowance) -> [UInt8] {
        var writer = MessageWriter()
        func limit() { confined_limit(allowance.memory, UInt32(clamping: allowance.milliseconds)) }
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
        case .encoding(let texts):
            limit()
            writer.encoding(TextDetector.encoding(of: TextSample(texts)))
        case .texts(let texts, let encoding):
            limit()
            for text in encoding.decode(texts) { writer.text(text) }
        }
        return writer.bytes
    }
}
