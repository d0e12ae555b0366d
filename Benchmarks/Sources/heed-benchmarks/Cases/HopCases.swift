import Heed

/// Numbers that a thread sends to the main actor: a million of them, or as many of those that are slow as go in a third of a second.
enum HopCases {
    static let most = 1_000_000

    static let all = [
        Case(name: "hop", title: "a value from a thread to the main actor", turn: 300_000_000) {
            hops().map { hop in
                let arrivals = Arrivals()
                hop.start(arrivals)
                return Contender(
                    hop.name,
                    hop.role,
                    .time(perTime: 1, most: hop.most) { times in
                        let nanoseconds = await arrivals.time(times) { hop.send(times) }
                        precondition(arrivals.isInOrder || !hop.isExact, "\(hop.name) mixed up the order")
                        return nanoseconds
                    }
                )
            }
        },
        Case(name: "offer", title: "a value to a receptionist that has no time") {
            [clockReading]
                + offers.map { name, policy, _ in
                    let (subject, sum) = (Subject<Int>(), Sum())
                    let receptionist = Receptionist(for: .values(of: subject), on: .mainActor, delivering: policy) { sum.value &+= $0 }
                    return Contender("Heed Receptionist, \(name)", .heed) { times in
                        for number in 0..<times { subject.notify(number) }
                        withExtendedLifetime(receptionist) {}
                    }
                }
        },
    ]

    /// Policies with their names in the source, and whether they read the clock for each value.
    static let offers: [(name: String, policy: DeliveryPolicy, isTimed: Bool)] = [
        (".latest", .latest, false), (".buffered(64)", .buffered(64), false),
        (".debounced", .debounced(for: .seconds(1)), true), (".throttled", .throttled(for: .seconds(1)), true),
    ]

    private static var clockReading: Contender {
        let clock = ContinuousClock()
        var last = clock.now
        return Contender(clockReadingName, .floor) { times in
            for _ in 0..<times { last = max(last, clock.now) }
        }
    }

    static let clockReadingName = "a reading of the clock"

    private static func hops() -> [any Hop] {
        [
            BatchedHop(), ReceptionistHop(), BatchReceptionistHop(), PropertyReceptionistHop(), DispatchHop(), TaskHop(), CombineHop(),
            StreamHop(), OperationHop(), ObservationsHop(),
        ]
    }
}
