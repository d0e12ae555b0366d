internal import Dispatch
internal import Heed
internal import Synchronization

/// The fleeting messages of a bridge.
///
/// Received messages wait in a receptionist for each type, whose policy bounds them; the C library alone would drop the newest.
final class FleetingLane: Sendable {
    private let link: Link
    private let envelope: Envelope
    private let routes: [String: HubBridge.Route]
    private let report: BridgeReport
    private let inlets: [String: Inlet]
    private let subscription = Mutex<Subscription?>(nil)

    /// The waiting messages of one type.
    private final class Inlet: Sendable {
        let arrived = Subject<[UInt8]>()
        let receptionist: Receptionist
        /// The number of the receptionist's drops that were reported. Only the subscription's thread uses it.
        let reportedDrops = Atomic(0)

        init(_ route: HubBridge.Route, _ policy: DeliveryPolicy, _ hub: NotificationHub, _ context: SerialContext, _ report: BridgeReport) {
            receptionist = Receptionist(for: .values(of: arrived), on: context, delivering: policy) { bytes in
                do { try route.post(bytes, hub) } catch { report.reject(.malformed, route.wireName) }
            }
        }
    }

    init(_ routes: [HubBridge.Route], of hub: NotificationHub, _ envelope: Envelope, on link: Link, _ report: BridgeReport) {
        (self.link, self.envelope, self.report) = (link, envelope, report)
        let context = SerialContext(label: "heed.nats.fleeting")
        var inlets: [String: Inlet] = [:]
        for case let (route, .fleeting(policy)) in routes.map({ ($0, $0.kind) }) {
            inlets[route.wireName] = Inlet(route, policy, hub, context, report)
        }
        self.inlets = inlets
        self.routes = routes.byWireName(in: .fleeting)
    }

    func start() {
        guard !routes.isEmpty else { return }
        let started = link.subscribe(envelope.subjects(of: .fleeting)) { [weak self] in self?.receive($0) }
        subscription.withLock { $0 = started }
    }

    func end() {
        subscription.withLock { $0 }?.invalidate()
        for inlet in inlets.values { inlet.receptionist.invalidate() }
    }

    func send(_ payload: [UInt8], _ route: HubBridge.Route) {
        do { try link.publish(envelope.message(payload, for: route)) } catch { report.change { $0.droppedCount += 1 } }
    }

    private func receive(_ message: borrowing IncomingMessage) {
        switch envelope.read(message, routes, .fleeting) {
        case .own: break
        case .rejected(let reason): report.reject(reason, message.subject)
        case .accepted(let route):
            guard let inlet = inlets[route.wireName] else { return }
            inlet.arrived.notify(message.payload)
            let drops = inlet.receptionist.droppedCount
            let more = drops - inlet.reportedDrops.exchange(drops, ordering: .relaxed)
            if more > 0 { report.change { $0.droppedCount += more } }
        }
    }
}
