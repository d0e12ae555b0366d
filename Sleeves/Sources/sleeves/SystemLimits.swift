internal import Glibc
internal import Localization

/// What the system lets the program have.
///
/// The parts that the program is made of stop it where they get no file descriptor or no memory, each in a way of its own and without a word:
/// Swift itself cannot go on where an allocation fails. So it is looked at before anything is opened.
enum SystemLimits {
    /// The library, the network, the main queue and the window take some fifty; the rest is for what is read at the same time.
    private static let descriptors: rlim_t = 128
    /// Addresses, in MiB. Half of them would do for a small library.
    private static let memory: rlim_t = 512

    /// Has the system allow as much as it would.
    ///
    /// - Returns: Why that is not enough, for the person; `nil` where it is.
    static func problem() -> String? {
        problemWithMemory() ?? problemWithDescriptors()
    }

    private static func problemWithMemory() -> String? {
        let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < memory << 20 else { return nil }
        limit.rlim_cur = min(limit.rlim_max, memory << 20)
        if setrlimit(resource, &limit) == 0, limit.rlim_cur >= memory << 20 { return nil }
        return localized(
            "Sleeves needs {needed} MiB of memory, but the system allows it only {count} MiB. Allow more with “ulimit -v”, then start Sleeves again.",
            ["count": "\(limit.rlim_max >> 20)", "needed": "\(memory)"])
    }

    private static func problemWithDescriptors() -> String? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < descriptors else { return nil }
        limit.rlim_cur = min(limit.rlim_max, descriptors)
        if setrlimit(resource, &limit) == 0, limit.rlim_cur >= descriptors { return nil }
        return localized(
            "Sleeves needs to open {needed} files at once, but the system allows it only {count}. Allow more with “ulimit -n”, then start Sleeves again.",
            ["count": "\(limit.rlim_max)", "needed": "\(descriptors)"])
    }
}
