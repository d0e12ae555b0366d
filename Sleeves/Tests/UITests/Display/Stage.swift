import CAtspi
import Foundation
import Testing

/// A display and a session bus of their own, for the suites that open windows: nothing here meets the desktop of whoever runs the tests.
///
/// There is one for all of them, since the accessibility library connects a process to one bus for good.
@MainActor
final class Stage {
    /// The stage of the suite that runs.
    @TaskLocal static var current: Stage?

    static let width = 1280
    static let height = 1024

    /// The display's name.
    let display: String
    /// The address of the session bus.
    let busAddress: String
    /// The folder in which the bus looks for services: `share`, in which only those for screen readers are at first.
    let share: String
    private let scene: Scene

    /// Puts up a stage for as long as `body` takes.
    static func withStage(_ body: () async throws -> Void) async throws {
        try await Scene.play { scene in
            let stage = try await Stage(in: scene)
            defer { atspi_exit() }
            try await $current.withValue(stage) { try await body() }
        }
    }

    /// The folder of a library of the sample collection, for tests to copy.
    var sampleLibrary: String {
        get async throws { try await library("samples") { try await SleevesCommand.fill($0, in: $1) } }
    }

    /// The folder of a library that is made once, for tests to copy.
    func library(_ name: String, _ fill: (_ folder: String, Scene) async throws -> Void) async throws -> String {
        let library = "\(scene.folder)/\(name)"
        if !FileManager.default.fileExists(atPath: library) { try await fill(library, scene) }
        return library
    }

    private init(in scene: Scene) async throws {
        self.scene = scene
        share = "\(scene.folder)/share"
        let screen = "\(Self.width)x\(Self.height)x24"
        let server = try scene.start(
            Tool.virtualDisplay.path,
            // The server chooses a free display and tells its number once it can be used. A key that a busy machine holds down is one key.
            ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-noreset", "-r"]
        )
        let number = try await Eventually.value("the virtual display tells its number") { try Self.line(of: server) }
        display = ":\(number)"

        _ = try Tool.accessibilityBus.path
        // The bus starts the accessibility services when they are first asked for, in the environment that it has itself.
        let desktop = ["DISPLAY": display, "GSK_RENDERER": "cairo"]
        let environment = scene.bareEnvironment.merging(desktop) { $1 }
        busAddress = try await PrivateBus.start(in: scene, environment: environment, services: ["org.a11y.Bus.service"])
        try joinBus()
    }

    /// Connects this process to the accessibility bus of the stage.
    private func joinBus() throws {
        // The library warns of each program that offers no cache; GTK's never do.
        g_log_set_handler("dbind", G_LOG_LEVEL_WARNING, { _, _, _, _ in }, nil)
        unsetenv("AT_SPI_BUS_ADDRESS")
        setenv("DBUS_SESSION_BUS_ADDRESS", busAddress, 1)
        setenv("DISPLAY", display, 1)
        atspi_set_timeout(5_000, 10_000)
        guard atspi_init() == 0 else { throw NoAccessibility() }
    }

    /// The first line that a program writes; `nil` before that.
    static func line(of program: Program) throws -> String? {
        if let status = program.status { throw Ended(status: status, errors: program.errorText) }
        guard program.outputText.contains("\n") else { return nil }
        return program.outputText.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    struct NoAccessibility: Error {}

    struct Ended: Error, CustomStringConvertible {
        let status: Int32
        let errors: String
        var description: String { "it ended with status \(status): \(errors)" }
    }
}

/// Runs a suite on a stage.
struct StageTrait: SuiteTrait, TestScoping {
    /// Around the whole suite, not around each of its tests.
    var isRecursive: Bool { false }

    func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws {
        try await Stage.withStage(function)
    }
}

extension Trait where Self == StageTrait {
    /// A display and a bus of their own.
    static var onStage: Self { StageTrait() }
}
