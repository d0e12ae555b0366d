import CPeers

/// The memory that an observer that waits takes from `malloc`, and that of an object that nobody observes.
enum MemoryCases {
    static let all = [observers, objects]

    private static let count = 100_000

    /// Everything that registering leaves behind counts, with the token, but not the place where the program keeps it.
    private static let observers = Case(name: "bytes-observer", title: "bytes an idle observer", unit: .bytes) {
        let posters = Posters.all().map { poster in
            poster.add(1, addingTo: .shared)
            return Contender(
                poster.name,
                poster.role,
                .value {
                    poster.reserve(count)
                    return bytesTaken { poster.add(count, addingTo: .shared) } / Double(count)
                }
            )
        }
        let properties = Properties.all().filter(\.isObservable).map { property in
            property.add(1)
            return Contender(
                property.name,
                property.role,
                .value {
                    property.reserve(count)
                    return bytesTaken { property.add(count) } / Double(count)
                }
            )
        }
        return posters + properties
    }

    /// Against a class with the same properties that nobody can observe.
    private static let objects = Case(name: "bytes-object", title: "bytes an unobserved object grows by", unit: .bytes) {
        [
            growth("Heed @KeyValueObservable", .heed, { HeedOne() }, { HeedTwo() }),
            growth("Heed, a Sendable class", .heed, { HeedSharedOne() }, { HeedSharedTwo() }),
            growth("@Observable", .peer, { ObservableOne() }, { ObservableTwo() }),
            growth("OpenCombine @Published", .peer, { PublishedOne() }, { PublishedTwo() }),
        ]
    }

    /// With one property and with two, because `malloc` rounds up to sixteen bytes: of the two, one shows too little and one too much.
    @MainActor
    private static func growth(
        _ name: String,
        _ role: Role,
        _ one: @escaping () -> AnyObject,
        _ two: @escaping () -> AnyObject
    ) -> Contender {
        Contender(
            name,
            role,
            .value {
                let plain = bytes(each: { PlainOne() }) + bytes(each: { PlainTwo() })
                return (bytes(each: one) + bytes(each: two) - plain) / 2
            }
        )
    }

    private static func bytes(each make: () -> AnyObject) -> Double {
        var objects: [AnyObject] = []
        objects.reserveCapacity(count)
        let bytes = bytesTaken { for _ in 0..<count { objects.append(make()) } }
        return withExtendedLifetime(objects) { bytes / Double(count) }
    }

    private static func bytesTaken(by body: () -> Void) -> Double {
        let before = bytes_in_use()
        body()
        return Double(bytes_in_use()) - Double(before)
    }
}
