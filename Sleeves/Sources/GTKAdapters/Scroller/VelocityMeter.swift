/// Measures how fast a pointer moves in the end, from the places that it reports. A pure value.
struct VelocityMeter {
    /// How far back a place counts, in seconds. Longer, and a drag that ends at rest would still count as moving.
    static let window = 0.1

    private var samples: [(position: Double, seconds: Double)] = []

    /// Forgets everything, for a new drag.
    mutating func reset() {
        samples = []
    }

    /// Takes note of a place.
    mutating func add(_ position: Double, at seconds: Double) {
        samples.append((position, seconds))
        samples.removeAll { $0.seconds < seconds - Self.window }
    }

    /// The velocity at a time, in units of place per second; 0 if the pointer has rested until then.
    func velocity(at seconds: Double) -> Double {
        let recent = samples.filter { $0.seconds >= seconds - Self.window }
        guard let first = recent.first, let last = recent.last, last.seconds > first.seconds else { return 0 }
        return (last.position - first.position) / (last.seconds - first.seconds)
    }
}
