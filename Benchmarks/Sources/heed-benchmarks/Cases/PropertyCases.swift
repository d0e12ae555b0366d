/// A property read, and set with and without observers who are told its old and new value.
enum PropertyCases {
    static let all = [
        Case(name: "get", title: "get a property") {
            Properties.all().map { property in
                Contender(property.name, property.role) { property.get($0) }
            }
        },
        setting(0),
        setting(1),
        setting(10),
    ]

    private static func setting(_ count: Int) -> Case {
        let title = count == 0 ? "set, unobserved" : count == 1 ? "set, 1 observer" : "set, \(count) observers, each"
        return Case(name: "set-\(count)", title: title) {
            Properties.all().filter { count == 0 || $0.isObservable }.map { property in
                property.add(count)
                return Contender(property.name, property.role, perTime: max(1, count)) { property.set($0) }
            }
        }
    }
}
