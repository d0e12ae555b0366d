import CAdwaita
import Foundation
import Testing

/// A desktop that keeps the tests from that of the person who runs them, and notices GTK's complaints.
@MainActor
package enum TestDesktop {
    /// Its folder, which is deleted when the tests end.
    private nonisolated static let folder: URL = {
        atexit { try? FileManager.default.removeItem(at: TestDesktop.folder) }
        return FileManager.default.temporaryDirectory.appending(path: "sleeves-tests-\(UUID().uuidString)")
    }()

    /// A home without a past, and neither applications nor settings of the machine's.
    package nonisolated static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment
        for (name, variable) in [
            ("data", "XDG_DATA_HOME"), ("config", "XDG_CONFIG_HOME"), ("cache", "XDG_CACHE_HOME"), ("etc", "XDG_CONFIG_DIRS"),
        ] {
            let path = folder.appending(path: name)
            try? FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            environment[variable] = path.path
        }
        let share = folder.appending(path: "share")
        try? FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/usr/share")) ?? [] where name != "applications" {
            try? FileManager.default.createSymbolicLink(atPath: share.appending(path: name).path, withDestinationPath: "/usr/share/\(name)")
        }
        environment["XDG_DATA_DIRS"] = share.path
        environment["GSETTINGS_BACKEND"] = "memory"
        environment["GIO_USE_VFS"] = "local"
        // Newer versions of Mesa say that the tests' display has no graphics card.
        environment["EGL_LOG_LEVEL"] = "fatal"
        return environment
    }()

    /// Enters it, once, before GTK looks around.
    package static func enter() {
        for (name, value) in environment { setenv(name, value, 1) }
        g_log_set_writer_func(writeLog, nil, nil)
    }

    /// Keeps a picture of the screen, for the person who looks into a failure, and says where it is.
    package static func keepPicture() -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "sleeves-screen-\(UUID().uuidString).png").path
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/import")
        process.arguments = ["-silent", "-window", "root", path]
        let display = gdk_display_get_default().map { String(cString: gdk_display_get_name($0)) } ?? ""
        // Other tests of this process may have another display in its environment by now.
        process.environment = ProcessInfo.processInfo.environment.merging(["DISPLAY": display]) { $1 }
        guard (try? process.run()) != nil else { return "" }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "; the screen is in \(path)" : ""
    }
}

/// Writes what GLib has to say. Belongs to no actor: GLib's own threads call it too.
private func writeLog(
    level: GLogLevelFlags, fields: UnsafePointer<GLogField>?, count: gsize, _: gpointer?
) -> GLogWriterOutput {
    // A warning or worse in a test is a failure of that test.
    let bad = G_LOG_LEVEL_ERROR.rawValue | G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
    if level.rawValue & bad != 0 {
        let text = g_log_writer_format_fields(level, fields, count, 0)
        let words = text.map { String(cString: $0) } ?? "a message without words"
        g_free(text)
        // GTK 4.24 counts a frame twice on X11, where a popover opens.
        if !words.contains("gdk_frame_timings_") { Issue.record("\(words)") }
    }
    return g_log_writer_default(level, fields, count, nil)
}
