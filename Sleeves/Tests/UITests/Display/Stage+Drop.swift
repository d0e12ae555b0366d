import Testing

extension Stage {
    /// Drags files from the window of another program, as from a file manager, and drops them at a place.
    func drop(_ files: [String], at place: (x: Int, y: Int), in scene: Scene) async throws {
        let probe = try scene.start(try SleevesCommand.path(of: "DragProbe"), files, environment: scene.environment(on: self))
        let search = ["search", "--onlyvisible", "--all", "--pid", "\(probe.identifier)", "--name", "^DragProbe$"]
        let window = try await Eventually.value("there is a window to drag from") {
            try await scene.run(.input, search, on: self).outputText.split(separator: "\n").first.map(String.init)
        }
        // Out of the other window's way.
        let corner = (x: Self.width - 130, y: Self.height - 90)
        try await Eventually.holds("the window has moved there") {
            try await input("windowmove", window, "\(corner.x)", "\(corner.y)", in: scene)
            let shell = try await input("getwindowgeometry", "--shell", window, in: scene)
            return shell.contains("X=\(corner.x)\n") && shell.contains("Y=\(corner.y)\n")
        }
        let lines = { probe.outputText.split(separator: "\n") }

        let start = (x: corner.x + 60, y: corner.y + 40)
        try await holding(at: start, in: scene) {
            // GTK takes it for a drag once the pointer has gone some way.
            var way = 0
            try await Eventually.holds("the drag begins") {
                way += 4
                try await input("mousemove", "\(start.x - way % 40)", "\(start.y - way % 40)", in: scene)
                return lines().contains("dragging")
            }
            // In steps, since the drag's own windows follow the pointer.
            let end = (x: place.x + 1, y: place.y + 1)
            for step in 1...10 {
                let (x, y) = (start.x + (end.x - start.x) * step / 10, start.y + (end.y - start.y) * step / 10)
                try await input("mousemove", "\(x)", "\(y)", in: scene)
            }
            // GTK tells the place below of no movement while it waits for the answer to the one before. So nothing may be on its way at the last.
            _ = try await Eventually.still("the places on the way have answered") { lines().last }
            try await input("mousemove", "\(place.x)", "\(place.y)", in: scene)
            try await Eventually.holds("the place takes it; there came \(lines())") {
                try await Eventually.still("the place has answered") { lines().last } == "accepted"
            }
        }
        try await Eventually.holds("it is dropped; there came \(lines())") { lines().last == "dropped" }
        await probe.end()
    }
}
