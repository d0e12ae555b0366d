internal import SleevesModel
internal import FoundationEssentials

/// A check for addresses from which a cover can be fetched.
enum WebAddress {
    /// Returns `text` without surrounding white space if it is a web address.
    static func checked(_ text: String) -> String? {
        let address = text.trimmed()
        // Some programs show addresses as they are.
        let isPlain = address.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
        guard isPlain, address.utf8.count <= ListText.limit, let components = URLComponents(string: address),
            ["http", "https"].contains(components.scheme?.lowercased()), components.host?.isEmpty == false
        else { return nil }
        return address
    }
}
