internal import Glibc
internal import Localization

/// The limits that the system sets for the program.
///
/// Without a file descriptor or memory, the program's libraries crash in various ways without a message: Swift itself traps when an
/// allocation fails. So the program checks the limits before it opens anything.
enum SystemLimits {
    /// The required number of file descriptors. The library, the network, the main queue and the window take about fifty; the rest is for
    /// files that are read at the same time.
    private static let descriptors: rlim_t = 128
    /// The required address space, in MiB. Half of it is enough for a small library.
    private static let memory: rlim_t = 512

    /// Raises the limits as far as the system allows and necessary.
    ///
    /// - Returns: A message if the limits are too low; otherwise `nil`.
    static func problem() -> String? {
        if let most = highest(RLIMIT_AS, below: memory << 20) {
            return localized(
                "Sleeves needs {needed} MiB of memory, but the system allows it only {count} MiB. Allow more with “ulimit -v”, then start Sleeves again.",
                ["count": "\(most >> 20)", "needed": "\(memory)"])
        }
        if let most = highest(RLIMIT_NOFILE, below: descriptors) {
            return localized(
                "Sleeves needs to open {needed} files at once, but the system allows it only {count}. Allow more with “ulimit -n”, then start Sleeves again.",
                ["count": "\(most)", "needed": "\(descriptors)"])
        }
        return nil
    }

    /// Raises a limit to what is needed.
    ///
    /// - Returns: The highest allowed value if it is too low; otherwise `nil`.
    private static func highest(_ resource: __rlimit_resource, below needed: rlim_t) -> rlim_t? {
        let resource = __rlimit_resource_t(resource.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return nil }
        limit.rlim_cur = min(limit.rlim_max, needed)
        return setrlimit(resource, &limit) == 0 && limit.rlim_cur >= needed ? nil : limit.rlim_max
    }
}
