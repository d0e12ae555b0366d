import Foundation

/// A program that these tests need, and the Debian package that has it.
struct Tool: Sendable {
    let names: [String]
    let package: String

    static let virtualDisplay = Tool(names: ["Xvfb"], package: "xvfb")
    static let sessionBus = Tool(names: ["dbus-daemon"], package: "dbus-daemon")
    static let accessibilityBus = Tool(names: ["at-spi-bus-launcher"], package: "at-spi2-core")
    static let input = Tool(names: ["xdotool"], package: "xdotool")
    static let screenReader = Tool(names: ["orca"], package: "orca")
    static let screenshot = Tool(names: ["import"], package: "imagemagick")
    static let windowDump = Tool(names: ["xwd"], package: "x11-apps")
    static let make = Tool(names: ["make"], package: "make")
    static let desktopFileCheck = Tool(names: ["desktop-file-validate"], package: "desktop-file-utils")
    static let metainfoCheck = Tool(names: ["appstreamcli"], package: "appstream")
    static let manual = Tool(names: ["man"], package: "man-db")
    static let bash = Tool(names: ["bash"], package: "bash")
    static let zsh = Tool(names: ["zsh"], package: "zsh")
    static let fish = Tool(names: ["fish"], package: "fish")
    static let windowInformation = Tool(names: ["xwininfo"], package: "x11-utils")
    static let properties = Tool(names: ["xprop"], package: "x11-utils")
    static let busCalls = Tool(names: ["gdbus"], package: "libglib2.0-bin")
    static let playerControl = Tool(names: ["playerctl"], package: "playerctl")
    static let launcher = Tool(names: ["gapplication"], package: "libglib2.0-bin")
    static let fileTypes = Tool(names: ["gio"], package: "libglib2.0-bin")
    static let browser = Tool(names: ["chromium", "chromium-browser", "google-chrome"], package: "chromium")
    static let browserDisplay = Tool(names: ["gtk4-broadwayd"], package: "libgtk-4-bin")

    /// The Python that makes libraries, and runs a test's desktop services: the one of Debian's packages, see `SAMPLE_PACKAGES` in the Makefile.
    static let python = Tool(names: ["python3"], package: "python3-mutagen python3-pil python3-gi ffmpeg")

    /// The path.
    ///
    /// - Throws: ``Missing``: a test never passes because it could not look.
    var path: String {
        get throws {
            let folders = ["/usr/bin", "/usr/local/bin", "/bin", "/usr/libexec", "/usr/lib/at-spi2-core"]
            let candidates = folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
            guard let found = candidates.first(where: FileManager.default.isExecutableFile) else { throw Missing(tool: self) }
            return found
        }
    }

    struct Missing: Error, CustomStringConvertible {
        let tool: Tool

        var description: String { "\(tool.names[0]) is not installed, and this test needs it: sudo apt-get install \(tool.package)" }
    }
}
