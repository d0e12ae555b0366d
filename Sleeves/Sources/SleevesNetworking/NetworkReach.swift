/// The machines that a fetch may reach.
///
/// An address from imported data is untrusted: it must not make this program send requests to the router, the printer or a service on this
/// computer. So the addresses of a name are checked after resolution, also at every redirect, and the connection goes to a checked address.
package struct NetworkReach: Sendable {
    package let allows: @Sendable (InternetAddress) -> Bool
    /// Whether a proxy may resolve names. Otherwise it gets the address that was checked here, because the proxy may be in the private
    /// network and resolve names to machines there.
    package var leavesNamesToProxies = false

    /// Reaches public addresses only.
    package static let publicNetwork = NetworkReach { $0.isPublic }
    /// Reaches a public service that the program itself names, over TLS.
    package static let service = NetworkReach(allows: { $0.isPublic }, leavesNamesToProxies: true)
    /// Reaches this computer and the local network too: for addresses that the user enters.
    package static let anywhere = NetworkReach(allows: { _ in true }, leavesNamesToProxies: true)
}
