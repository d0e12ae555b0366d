#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The keys of the terminal, each as soon as it is pressed; the characters of a pipe. Ends with q, Ctrl-C or Ctrl-D.
struct Keyboard: Sequence, IteratorProtocol {
    private static let arrows: [UInt8: Character] = [0x43: "→", 0x44: "←"]

    func next() -> Character? {
        withoutLineBuffering {
            switch nextByte() {
            case nil, 0x03, 0x04, 0x71: nil
            case 0x1B where hasMore: nextByte() == 0x5B ? nextByte().flatMap { Self.arrows[$0] } ?? " " : " "
            case let byte?: Character(UnicodeScalar(byte))
            }
        }
    }

    private func nextByte() -> UInt8? {
        var byte: UInt8 = 0
        return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
    }

    /// Whether more bytes have come with the last one, as with an arrow key. The escape key is alone.
    private var hasMore: Bool {
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }

    /// Has the terminal pass each key on instead of collecting a line. A pipe does so anyway.
    private func withoutLineBuffering(_ body: () -> Character?) -> Character? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return body() }
        var settings = before
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
        return body()
    }
}
