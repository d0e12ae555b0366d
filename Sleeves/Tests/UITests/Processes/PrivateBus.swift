import Foundation
import Testing

/// A session bus of a test's own.
@MainActor
enum PrivateBus {
    /// Starts a bus, and waits until it listens.
    ///
    /// - Parameters:
    ///   - environment: The environment of the bus, and of the services that it starts.
    ///   - services: The names of the machine's service files that it may start.
    /// - Returns: Its address.
    static func start(in scene: Scene, environment: [String: String], services: [String] = []) async throws -> String {
        let arguments = ["--config-file", try writeConfiguration(in: scene, services: services), "--nofork", "--print-address"]
        let bus = try scene.start(Tool.sessionBus.path, arguments, environment: environment)
        return try await Eventually.value("the session bus tells its address") { try Stage.line(of: bus) }
    }

    /// The usual session bus starts any service of the machine; this one knows those of its own folder only.
    private static func writeConfiguration(in scene: Scene, services names: [String]) throws -> String {
        let services = "\(scene.folder)/share/dbus-1/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        for name in names {
            try FileManager.default.createSymbolicLink(
                atPath: "\(services)/\(name)", withDestinationPath: "/usr/share/dbus-1/services/\(name)")
        }
        let path = "\(scene.folder)/bus.conf"
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(scene.folder)/bus</listen>
              <auth>EXTERNAL</auth>
              <servicedir>\(services)</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }
}
