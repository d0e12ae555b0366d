internal import FoundationEssentials

/// Recognises addresses that a cover can be fetched from.
enum WebAddress {
    /// `text` without white space around it, where it is an address of the web.
    static func checked(_ text: String) -> String? {
        let address = text.trimmed()
        guard address.utf8.count <= ListText.limit, let components = URLComponents(string: address),
            ["http", "https"].contains(components.scheme?.lowercased()), components.host?.isEmpty == false
        else { return nil }
        return address
    }
}
