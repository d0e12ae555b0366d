#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The process's standard error as a text stream, unbuffered.
struct StandardError: TextOutputStream {
    mutating func write(_ string: String) {
        #if canImport(Glibc)
            var string = string
            string.withUTF8 { bytes in
                // SAFETY: the buffer is valid for the call, and its length is passed along.
                _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        #elseif canImport(Musl)
            var string = string
            string.withUTF8 { bytes in
                _ = Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        #elseif canImport(Darwin)
            var string = string
            string.withUTF8 { bytes in
                _ = Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
            }
        #endif
    }
}
