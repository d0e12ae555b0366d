internal import GTKAdapters
internal import Glibc
internal import Localization

/// The display in a browser, for machines without one.
enum BrowserDisplay {
    /// Starts a server if there is no display or a port is given, and prints its address.
    @MainActor
    static func serverIfNeeded(port: UInt16?, hasDisplay: Bool) throws -> BroadwayServer? {
        guard port != nil || !hasDisplay else { return nil }
        let server = try BroadwayServer(port: port, title: "Sleeves")
        StandardOutput.print(
            localized(
                "There is no display. Open {address} in a browser on this machine. Control-C stops Sleeves.",
                ["address": "\(server.address)"]))
        // The address must appear at once, even if standard output is a file or a pipe.
        fflush(nil)
        return server
    }
}
