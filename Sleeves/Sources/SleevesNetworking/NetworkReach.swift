/// How far a fetch may reach.
///
/// An address that came out of imported data is a stranger's: it must not make this program ask the router, the printer, or a service of
/// this computer. So whatever a name leads to is checked once it is known, at every redirect too, and the connection goes to what was checked.
package struct NetworkReach: Sendable {
    package let allows: @Sendable (InternetAddress) -> Bool
    /// Whether a proxy may be given a name to find the address of. Otherwise it is given the address that was checked here, because it may
    /// well stand in the private network, and take names for machines there.
    package var leavesNamesToProxies = false

    /// To what everybody on the Internet can reach.
    package static let publicNetwork = NetworkReach { $0.isPublic }
    /// To a public service that the program itself names, by TLS.
    package static let service = NetworkReach(allows: { $0.isPublic }, leavesNamesToProxies: true)
    /// To this computer and the local network as well: for addresses that the person has given.
    package static let anywhere = NetworkReach(allows: { _ in true }, leavesNamesToProxies: true)
}
