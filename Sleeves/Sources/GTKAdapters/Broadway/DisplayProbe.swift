internal import Glibc

/// A check for a display.
public enum DisplayProbe {
    /// Whether the environment names a Wayland or X11 display that answers.
    ///
    /// - Returns: false if GTK would end the program for lack of a display.
    /// - Threading: any thread. Connects to the display's socket; for a remote display, waits as long as the network takes.
    public static var hasDisplay: Bool {
        hasDisplay(environment: { name in getenv(name).map { String(cString: $0) } })
    }

    static func hasDisplay(environment: (String) -> String?) -> Bool {
        if let path = waylandSocket(environment), UnixSocket.answers(at: path) { return true }
        guard let name = environment("DISPLAY"), let display = X11DisplayName(name) else { return false }
        return display.socketPaths.contains { UnixSocket.answers(at: $0) } || display.answersOverNetwork
    }

    private static func waylandSocket(_ environment: (String) -> String?) -> String? {
        guard let name = environment("WAYLAND_DISPLAY"), !name.isEmpty else { return nil }
        if name.hasPrefix("/") { return name }
        return environment("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
    }
}
