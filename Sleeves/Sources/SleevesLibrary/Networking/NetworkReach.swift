/// How far a fetch may reach.
///
/// An address that came out of imported data is a stranger's: it must not make this program ask the router, the printer, or a service of
/// this computer. So whatever a name leads to is checked once it is known, at every redirect too, and the connection goes to what was checked.
struct NetworkReach: Sendable {
    let allows: @Sendable (InternetAddress) -> Bool

    /// To what everybody on the Internet can reach.
    static let publicNetwork = NetworkReach { $0.isPublic }
    /// To this computer and the local network as well: for addresses that the person has given.
    static let anywhere = NetworkReach { _ in true }
}
