internal import Localization

/// An error that prevents serving a window to a browser.
public struct BroadwayError: Error, Equatable, CustomStringConvertible {
    private enum Code: Equatable {
        case notInstalled
        case noPort(UInt16?)
        case didNotStart(String)
    }

    private let code: Code

    /// `gtk4-broadwayd` is not installed.
    public static let notInstalled = BroadwayError(code: .notInstalled)
    /// The port on 127.0.0.1 is in use; nil: no port is free.
    public static func noPort(_ port: UInt16?) -> BroadwayError { BroadwayError(code: .noPort(port)) }
    /// `gtk4-broadwayd` did not start.
    public static func didNotStart(_ reason: String) -> BroadwayError { BroadwayError(code: .didNotStart(reason)) }

    /// A description of the problem, and a remedy.
    public var description: String {
        switch code {
        case .notInstalled:
            localized(
                """
                There is no display, and gtk4-broadwayd, which serves the window to a browser, is not installed. Install it (on Debian: \
                apt install libgtk-4-bin), or start the program on a desktop.
                """)
        case .noPort(nil): localized("No port on 127.0.0.1 is free to serve the window. Close other programs, then try again.")
        case .noPort(let port?):
            localized("Port {port} on 127.0.0.1 is in use. Choose another port, or none to use any free port.", ["port": "\(port)"])
        case .didNotStart(let reason): localized("gtk4-broadwayd did not start. Try again. Details: {reason}", ["reason": reason])
        }
    }
}
