/// A meter for the final velocity of a pointer, from the positions that it reports. A pure value.
struct VelocityMeter {
    /// The time for which a position counts, in seconds. With a longer window, a drag that ends at rest would still count as moving.
    static let window = 0.1

    private var samples: [(position: Double, seconds: Double)] = []

    /// Forgets all positions, for a new drag.
    mutating func reset() {
        samples = []
    }

    /// Adds a position.
    mutating func add(_ position: Double, at seconds: Double) {
        samples.append((position, seconds))
        samples.removeAll { $0.seconds < seconds - Self.window }
    }

    /// Returns the velocity at a time, in units of position per second; 0 if the pointer has rested until then.
    func velocity(at seconds: Double) -> Double {
        let recent = samples.filter { $0.seconds >= seconds - Self.window }
        guard let first = recent.first, let last = recent.last, last.seconds > first.seconds else { return 0 }
        return (last.position - first.position) / (last.seconds - first.seconds)
    }
}
