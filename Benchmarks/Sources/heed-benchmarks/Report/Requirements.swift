import CPeers

extension Requirement {
    static let all = posting + properties + registering + memory + hops

    private static let hub = "Heed NotificationHub"
    private static let property = "Heed @KeyValueObservable"
    private static let shared = "Heed, a Sendable class"
    private static let qt = String(cString: qt_signal_peer.name)

    private static let posting = [
        Requirement(
            text: "post to 100 observers, a delivery",
            subject: ("post-100", hub),
            bounds: [
                .share(1, of: "unmanaged objects"), .share(1 / 6, of: qt), .share(1 / 10, of: "Boost.Signals2"),
                .share(1 / 25, of: "Foundation, MainActorMessage"),
            ]
        ),
        Requirement(text: "post, no observer", subject: ("post-0", hub), bounds: [.share(1 / 2, of: qt)]),
        Requirement(
            text: "post, 1 observer",
            subject: ("post-1", hub),
            bounds: [.share(1, of: "closures in an array"), .share(1 / 3, of: "OpenCombine PassthroughSubject")]
        ),
        Requirement(text: "post from a sender, 1 observer", subject: ("post-1", "\(hub), from a sender"), bounds: [.atMost(30)]),
        Requirement(text: "two threads posting on one hub", subject: ("threads-shared", hub), bounds: [.atLeast(1.7)]),
    ]

    private static let properties = [
        Requirement(text: "set, unobserved", subject: ("set-0", property), bounds: [.share(1, of: "plain property")]),
        Requirement(
            text: "set, 1 observer with old and new",
            subject: ("set-1", property),
            bounds: [.share(1, of: "didSet calling closures")]
        ),
        Requirement(text: "get", subject: ("get", property), bounds: [.share(1, of: "plain property", plus: 1)]),
        Requirement(text: "get, a Sendable class", subject: ("get", shared), bounds: [.share(1.5, of: "behind a Mutex")]),
        Requirement(text: "set, a Sendable class, unobserved", subject: ("set-0", shared), bounds: [.share(1.5, of: "behind a Mutex")]),
        Requirement(text: "set at the end of a nested key path", subject: ("path-leaf", property), bounds: [.atMost(300)]),
        Requirement(text: "set what a computed property reads", subject: ("path-computed", property), bounds: [.atMost(300)]),
    ]

    private static let registering =
        [Requirement(text: "add and remove an observer of a property", subject: ("add-remove-0", property), bounds: [.atMost(240)])]
        + [0, 1_000].map { count in
            Requirement(
                text: "add and remove an observer, among \(count)",
                subject: ("add-remove-\(count)", hub),
                bounds: [.share(1, of: qt)]
            )
        }

    private static let memory = [
        Requirement(text: "bytes an idle observer", subject: ("bytes-observer", hub), bounds: [.atMost(96)]),
        Requirement(text: "bytes an idle observer of a property", subject: ("bytes-observer", property), bounds: [.atMost(96)]),
        Requirement(text: "bytes an unobserved object grows by", subject: ("bytes-object", property), bounds: [.atMost(8)]),
    ]

    private static let hops =
        [
            Requirement(
                text: "a million values to the main actor, every one, in order",
                subject: ("hop", "Heed Receptionist, .every"),
                bounds: [.share(1.2, of: "batches by hand")]
            ),
            Requirement(
                text: "a million values in batches",
                subject: ("hop", "Heed Receptionist, batches"),
                bounds: [.atMost(100), .share(1, of: "DispatchQueue.main.async each")]
            ),
            Requirement(
                text: "a million values of a property",
                subject: ("hop", "Heed Receptionist of a property, .every"),
                bounds: [.atMost(100), .share(1, of: "DispatchQueue.main.async each")]
            ),
        ]
        + HopCases.offers.map { name, _, isTimed in
            Requirement(
                text: "a value offered, \(name)",
                subject: ("offer", "Heed Receptionist, \(name)"),
                bounds: [isTimed ? .share(1, of: HopCases.clockReadingName, plus: 100) : .atMost(100)]
            )
        }
}
