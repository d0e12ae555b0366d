internal import GTKAdapters
internal import Glibc
internal import Localization

/// The display in a browser, for machines without one.
enum BrowserDisplay {
    /// Starts a server if a port is given or there is no display, and prints its address.
    ///
    /// With a port, it doesn't look for a display: GTK would open that one, and show the window there.
    @MainActor
    static func serverIfNeeded(port: UInt16?, hasDisplay: @autoclosure () -> Bool) throws -> BroadwayServer? {
        guard port != nil || !hasDisplay() else { return nil }
        let server = try BroadwayServer(port: port, title: "Sleeves")
        let address = ["address": server.address]
        StandardOutput.print(
            port == nil
                ? localized("There is no display. Open {address} in a browser on this machine. Control-C stops Sleeves.", address)
                : localized("Open {address} in a browser on this machine. Control-C stops Sleeves.", address))
        // The address must appear at once, even if standard output is a file or a pipe.
        fflush(nil)
        return server
    }
}
