import Glibc
import SleevesLibrary

/// A reader that does what each file tells it to: the worst that a decoder or a tag reader can do.
@main
enum ReaderProbe {
    static func main() {
        var service = ReaderService()
        service.tags = { file throws(AudioFileError) in try tags(of: file) }
        service.thumbnail = { bytes, _ throws(CoverError) in
            if bytes.contains(0xEE) { return Array("no thumbnail".utf8) }
            while true {}
        }
        service.run()
    }

    private static func tags(of file: OpenAudioFile) throws(AudioFileError) -> AudioTags {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(file.descriptor, &bytes, bytes.count, 0)
        var tags = AudioTags.none
        let order = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        switch order {
        case "crash": UnsafeMutableRawPointer(bitPattern: 8)!.storeBytes(of: 1, as: UInt8.self)
        case "hang": while true {}
        case "stall": while true { sleep(1) }
        case "memory": eat()
        case "nonsense": say([9, 0, 0, 0] + [UInt8](repeating: 0xA5, count: 9))
        case "endless": say([0xFF, 0xFF, 0xFF, 0xFF])
        case "leave": exit(0)
        case "disk": throw AudioFileError(path: "", reason: .unreadable(SystemError(code: EIO)))
        case "deny": tags.title = denied()
        default: tags.title = order
        }
        return tags
    }

    /// Takes memory and writes to it until there is no more.
    private static func eat() {
        while let piece = malloc(1 << 20) { memset(piece, 1, 1 << 20) }
        abort()
    }

    private static func say(_ bytes: [UInt8]) {
        _ = write(3, bytes, bytes.count)
        while true { sleep(1) }
    }

    /// The things that it cannot do: all of them.
    private static func denied() -> String {
        func outcome(_ name: String, _ result: Int32) -> String { "\(name) \(result >= 0 ? "works" : "fails")" }
        var ends: [Int32] = [0, 0]
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        let network = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let program = fork()
        if program == 0 { _exit(0) }
        return [
            outcome("network", network),
            outcome("pair", socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)),
            outcome("read", open("/etc/passwd", O_RDONLY)),
            outcome("write", open("/tmp/sleeves-reader-was-here", O_CREAT | O_WRONLY, 0o600)),
            outcome("folder", mkdir("/tmp/sleeves-reader-was-here", 0o700)),
            outcome("program", program),
            outcome("parent", kill(getppid(), 0)),
            outcome("signals", max(fcntl(3, F_SETOWN, getppid()), fcntl(3, F_SETFL, O_ASYNC))),
            outcome("code", mmap(nil, 4096, PROT_EXEC | PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0),
        ].joined(separator: ", ")
    }
}
