import CAdwaita
import Foundation

/// Programs that act on the display from outside.
@MainActor
enum DisplayTool {
    nonisolated static func areInstalled(_ names: String...) -> Bool {
        names.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    }

    /// Runs a program to its end, and returns what it printed.
    @discardableResult
    static func run(_ name: String, _ arguments: String...) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(name)")
        process.arguments = arguments
        // Other tests of this process may have another display in its environment by now.
        let display = gdk_display_get_default().map { String(cString: gdk_display_get_name($0)) } ?? ""
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
