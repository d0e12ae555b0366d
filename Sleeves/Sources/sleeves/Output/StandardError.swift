internal import Glibc

/// The process's standard error.
enum StandardError {
    static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                // SAFETY: the count matches the buffer, and the system reads it only during the call.
                let count = Glibc.write(STDERR_FILENO, UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest)).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                // There is nowhere to report this failure.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}
