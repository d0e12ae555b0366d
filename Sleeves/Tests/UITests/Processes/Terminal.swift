import Foundation

/// A terminal of the test's own, to give to a program.
@MainActor
final class Terminal {
    /// The end that the program gets.
    let descriptor: Int32
    private let control: Int32
    private var seen: [UInt8] = []

    init() throws {
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        guard openpty(&ours, &theirs, nil, nil, nil) == 0 else { throw NoTerminal() }
        control = ours
        descriptor = theirs
        _ = fcntl(control, F_SETFL, O_NONBLOCK)
    }

    isolated deinit {
        close(descriptor)
        close(control)
    }

    /// All that was written to it so far. Ask often: a program waits when nobody reads.
    var text: String {
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(control, &part, part.count)
            guard count > 0 else { break }
            seen += part[..<count]
        }
        return String(decoding: seen, as: UTF8.self)
    }

    struct NoTerminal: Error {}
}
