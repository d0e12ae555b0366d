import CAdwaita
import Testing

@testable import GTKAdapters

@MainActor
@Suite("The network monitor")
struct NetworkMonitorTests {
    @Test("A change that the system reports is delivered until the monitor is released")
    func change() {
        var heard: [Bool] = []
        var monitor: NetworkMonitor? = NetworkMonitor { heard.append($0) }
        let isAvailable = monitor?.isAvailable
        announce()
        #expect(heard == [isAvailable])
        monitor = nil
        announce()
        #expect(heard.count == 1)
    }

    /// Has the system's monitor say that something has changed.
    private func announce() {
        var arguments = [GValue(), GValue()]
        g_value_init(&arguments[0], g_network_monitor_get_type())
        g_value_set_object(&arguments[0], UnsafeMutableRawPointer(g_network_monitor_get_default()))
        g_value_init(&arguments[1], sleeves_type_boolean())
        g_value_set_boolean(&arguments[1], g_network_monitor_get_network_available(g_network_monitor_get_default()))
        let signal = g_signal_lookup("network-changed", g_network_monitor_get_type())
        g_signal_emitv(&arguments, signal, 0, nil)
        for index in arguments.indices { g_value_unset(&arguments[index]) }
    }
}
