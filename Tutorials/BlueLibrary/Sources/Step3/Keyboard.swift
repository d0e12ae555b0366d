#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The keys of the terminal, each as soon as it is pressed; the characters of a pipe. Ends with q, Ctrl-C or Ctrl-D.
struct Keyboard: Sequence, IteratorProtocol {
    private static let arrows: [Int32: Character] = [0x43: "→", 0x44: "←"]

    func next() -> Character? {
        withoutLineBuffering {
            switch getchar() {
            case EOF, 0x03, 0x04, 0x71: nil
            case 0x1B: getchar() == 0x5B ? Self.arrows[getchar()] ?? " " : " "
            case let byte: Character(UnicodeScalar(UInt8(truncatingIfNeeded: byte)))
            }
        }
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
