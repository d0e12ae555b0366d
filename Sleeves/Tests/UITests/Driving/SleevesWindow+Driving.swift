/// The driver's acts, whatever is there: places are in thousandths of the window.
extension SleevesWindow {
    func click(thousandths place: (x: Int, y: Int), button: Int, times: Int) async throws {
        let (x, y) = try await self.place(place)
        let clicks = ["click", "--repeat", "\(times)", "--delay", "60", "\(button)"]
        try await stage.input(["mousemove", "\(x)", "\(y)"] + clicks, in: scene)
    }

    func drag(thousandths place: (x: Int, y: Int), by distance: Int) async throws {
        let (x, y) = try await self.place(place)
        let moves = (1...6).flatMap { ["mousemove", "\(max(0, x + distance * $0 / 6))", "\(y)", "sleep", "0.01"] }
        try await stage.input(["mousemove", "\(x)", "\(y)", "mousedown", "1"] + moves + ["mouseup", "1"], in: scene)
    }

    func setSize(width: Int, height: Int) async throws {
        try await stage.input("windowsize", window, "\(width)", "\(height)", "windowmove", window, "0", "0", in: scene)
    }

    /// Gives the keyboard to the program's newest window, as a window manager does.
    func focusNewest() async throws {
        let search = try await stage.input("search", "--onlyvisible", "--all", "--pid", "\(program.identifier)", "--name", ".", in: scene)
        guard let newest = search.split(separator: "\n").compactMap({ Int($0) }).max() else { return }
        try await stage.input("windowfocus", "\(newest)", in: scene)
    }

    /// Whether the screen, on which there is nothing but the program, shows more than a frame and an empty area.
    func showsSomething() async throws -> Bool {
        try await stage.hasColours(40, in: scene)
    }

    private func place(_ thousandths: (x: Int, y: Int)) async throws -> (x: Int, y: Int) {
        let shell = try await stage.input("getwindowgeometry", "--shell", window, in: scene)
        let pairs = shell.split(separator: "\n").map { $0.split(separator: "=") }.filter { $0.count == 2 }
        let values = Dictionary(pairs.map { (String($0[0]), Int($0[1]) ?? 0) }) { $1 }
        let (width, height) = (values["WIDTH"] ?? Stage.width, values["HEIGHT"] ?? Stage.height)
        return ((values["X"] ?? 0) + width * thousandths.x / 1_000, (values["Y"] ?? 0) + height * thousandths.y / 1_000)
    }
}
