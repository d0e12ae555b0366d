internal import CHeedThreads

/// The process's standard error as a text stream, unbuffered.
struct StandardError: TextOutputStream {
    mutating func write(_ string: String) {
        var string = string
        // SAFETY: the buffer is valid for the call, and its length is passed along.
        string.withUTF8 { bytes in heed_write_error(bytes.baseAddress, bytes.count) }
    }
}
