internal import Dispatch
internal import Heed
internal import Synchronization

/// The values that a bridge's observers see, collected from several threads. A thousand rejected messages cause fewer property changes.
///
/// State and its protection: `values`, by its lock; `receptionist` is set once, before anything is reported.
final class BridgeReport: Sendable {
    struct Values {
        var isReady = false
        var rejections = HubBridge.Rejections()
        var unacknowledgedCount = 0
        var droppedCount = 0
        var problem: ConnectionError?
    }

    private let values = Mutex(Values())
    private let changed = Subject<Void>()
    private let receptionist = Mutex<Receptionist?>(nil)

    func start(for bridge: HubBridge) {
        let context = SerialContext(label: "heed.nats.report")
        let new = Receptionist(for: .values(of: changed), on: context, delivering: .latest) { [weak bridge, weak self] in
            guard let bridge, let self else { return }
            bridge.update(values.withLock { $0 })
        }
        receptionist.withLock { $0 = new }
    }

    func change(_ body: (inout Values) -> Void) {
        values.withLock { body(&$0) }
        changed.notify(())
    }

    func reject(_ reason: HubBridge.Rejections.Reason, _ subject: String) {
        change { $0.rejections.note(reason, subject) }
    }
}
