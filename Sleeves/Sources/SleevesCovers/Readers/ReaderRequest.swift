package import SleevesModel

/// A request to a reader process. The descriptors of open files accompany the message, in the order of ``files``.
package enum ReaderRequest {
    /// An open file, with the information that the reader needs.
    package struct File {
        var length: Int
        var isNamedStream: Bool
        var isNamedMP4: Bool
    }

    case tags([File])
    case picture(File, limit: Int)
    case thumbnail([UInt8], CoverDecoder)
    /// Asks for the encoding of texts.
    case encoding([[UInt8]])
    /// Asks for texts decoded from an encoding.
    case texts([[UInt8]], TextEncoding)

    /// The limits for reading a file.
    struct Allowance {
        /// The memory, in bytes.
        var memory: Int
        /// The processor time.
        var milliseconds: Int
    }

    /// The maximum number of files in a request.
    package static let fileLimit = 32
    static let byteLimit = 64 << 20

    func encoded(_ allowance: Allowance) -> [UInt8] {
        var writer = MessageWriter()
        writer.number(allowance.memory)
        writer.number(allowance.milliseconds)
        func write(_ file: File) {
            writer.number(file.length)
            writer.flag(file.isNamedStream)
            writer.flag(file.isNamedMP4)
        }
        func write(_ texts: [[UInt8]]) {
            writer.number(texts.count)
            for text in texts { writer.data(text) }
        }
        switch self {
        case .tags(let files):
            writer.byte(0)
            writer.number(files.count)
            files.forEach(write)
        case .picture(let file, let limit):
            writer.byte(1)
            write(file)
            writer.number(limit)
        case .thumbnail(let bytes, let decoder):
            writer.byte(2)
            writer.number(decoder.maxPixel)
            writer.number(decoder.byteLimit)
            writer.number(decoder.pixelLimit)
            writer.data(bytes)
        case .encoding(let texts):
            writer.byte(3)
            write(texts)
        case .texts(let texts, let encoding):
            writer.byte(4)
            write(texts)
            writer.encoding(encoding)
        }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8]) throws(ByteReader.Failure) -> (request: ReaderRequest, allowance: Allowance) {
        var reader = ByteReader(bytes)
        let allowance = Allowance(memory: try reader.number(in: 1...Int.max), milliseconds: try reader.number(in: 1...86_400_000))
        let request: ReaderRequest
        switch try reader.byte() {
        case 0:
            var files: [File] = []
            let count = try reader.number(in: 1...fileLimit)
            for _ in 0..<count { files.append(try file(from: &reader)) }
            request = .tags(files)
        case 1:
            request = .picture(try file(from: &reader), limit: try reader.number(in: 0...byteLimit))
        case 2:
            let maxPixel = try reader.number(in: 1...0xFFFF)
            let (bytes, pixels) = (try reader.number(in: 1...byteLimit), try reader.number(in: 1...Int.max))
            request = .thumbnail(
                try reader.data(limit: byteLimit), CoverDecoder(maxPixel: maxPixel, byteLimit: bytes, pixelLimit: pixels))
        case 3:
            request = .encoding(try texts(from: &reader))
        case 4:
            request = .texts(try texts(from: &reader), try reader.encoding())
        default: throw .invalid
        }
        try reader.finish()
        return (request, allowance)
    }

    private static func texts(from reader: inout ByteReader) throws(ByteReader.Failure) -> [[UInt8]] {
        var texts: [[UInt8]] = []
        let count = try reader.number(in: 0...byteLimit)
        for _ in 0..<count { texts.append(try reader.data(limit: byteLimit)) }
        return texts
    }

    private static func file(from reader: inout ByteReader) throws(ByteReader.Failure) -> File {
        File(length: try reader.number(in: 0...Int.max), isNamedStream: try reader.flag(), isNamedMP4: try reader.flag())
    }
}
