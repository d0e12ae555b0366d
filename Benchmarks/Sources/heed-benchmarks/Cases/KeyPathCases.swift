/// One observer of a key path that goes through another object, and one of a computed property.
enum KeyPathCases {
    static let all = [
        Case(name: "path-leaf", title: "set at the end of a nested key path, 1 observer") {
            paths().map { path in
                path.observeNested()
                return Contender(path.name, path.role) { path.setLeaf($0) }
            }
        },
        Case(name: "path-middle", title: "replace the object within a nested key path, 1 observer") {
            paths().map { path in
                path.observeNested()
                return Contender(path.name, path.role) { path.replaceChild($0) }
            }
        },
        Case(name: "path-computed", title: "set what a computed property reads, 1 observer") {
            paths().map { path in
                path.observeComputed()
                return Contender(path.name, path.role) { path.setSource($0) }
            }
        },
    ]

    private static func paths() -> [any ObservedPath] {
        [HandMadePath(), HeedPath(), HeedPath(readsExpression: true), PublishedPath(), ObservablePath()]
    }
}
