/// One observer added and removed, among others that stay.
enum RegistrationCases {
    static let all = [0, 1_000].map { count in
        Case(
            name: "add-remove-\(count)",
            title: "add and remove an observer, among \(count)",
            contenders: { contenders(among: count, Posters.all(), Properties.all()) }
        )
    }

    @MainActor
    static func contenders(among count: Int, _ posters: [any Poster], _ properties: [any NumberProperty]) -> [Contender] {
        let removable = posters.filter(\.canRemove).map { poster in
            poster.add(count, addingTo: .shared)
            return Contender(poster.name, poster.role) { poster.addAndRemove($0) }
        }
        return removable
            + properties.filter(\.canRemove).map { property in
                property.add(count)
                return Contender(property.name, property.role) { property.addAndRemove($0) }
            }
    }
}
