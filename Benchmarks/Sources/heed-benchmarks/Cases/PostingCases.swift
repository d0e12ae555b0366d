/// A number posted to many observers.
enum PostingCases {
    static let all = [0, 1, 10, 100, 1_000].map { count in
        Case(
            name: "post-\(count)",
            title: count < 2 ? "post to \(count) observers, a post" : "post to \(count) observers, a delivery",
            contenders: { contenders(count, (Posters.all() + [HeedSenderHub()]).filter { count > 0 || !$0.isAsynchronous }) }
        )
    }

    @MainActor
    static func contenders(_ count: Int, _ posters: [any Poster]) -> [Contender] {
        posters.map { poster in
            poster.add(count, addingTo: .shared)
            return Contender(poster.name, poster.role, perTime: max(1, count)) { poster.post($0) }
        }
    }
}
