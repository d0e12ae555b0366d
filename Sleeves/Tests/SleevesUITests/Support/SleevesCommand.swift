/// Makes libraries for what these tests share with those of the program.
@MainActor
enum SleevesCommand {
    static func makeLibrary(of path: String, in scene: Scene) async throws -> String {
        try await scene.makeLibrary(of: path)
    }
}
