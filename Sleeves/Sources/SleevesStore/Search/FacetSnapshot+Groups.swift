internal import SleevesModel

extension FacetSnapshot {
    /// Returns albums as a list of groups. Within each, they stay in their order.
    ///
    /// - Parameters:
    ///   - isReversed: Whether the last group comes first. The albums without a value come last in any case.
    ///   - byArtist: Returns the row numbers of all albums in the order of their artists.
    /// - Complexity: O(*n*) in the number of albums, at less than a microsecond each.
    func list(
        of numbers: [Int64], groupedBy grouping: ListGrouping, isReversed: Bool, byArtist: () throws -> [Int64]
    ) rethrows -> AlbumList {
        let groups = GroupNumbers(values: groupNumbers(by: grouping), files: grouping == .medium ? self.files : nil)
        var members: [Int32: [Int64]] = [:]
        for number in numbers { members[group(ofAlbumNumbered: number, groups), default: []].append(number) }
        let none = members.removeValue(forKey: Self.none)
        var sorted: [Int32]
        if grouping == .artist {
            // As artists are sorted, without their articles.
            var places: [Int32: Int] = [:]
            for (place, number) in try byArtist().enumerated() {
                let group = group(ofAlbumNumbered: number, groups)
                if places[group] == nil { places[group] = place }
            }
            sorted = members.keys.sorted { (places[$0] ?? .max, $0) < (places[$1] ?? .max, $1) }
        } else {
            sorted = members.keys.sorted { first, second in
                if let first = year(ofGroup: first), let second = year(ofGroup: second) { return first < second }
                return key(ofGroup: first) < key(ofGroup: second)
            }
        }
        if isReversed { sorted.reverse() }
        var (all, list) = ([Int64](), [AlbumGroup]())
        all.reserveCapacity(numbers.count)
        func add(_ facet: AlbumFacet?, _ numbers: [Int64]) {
            list.append(AlbumGroup(grouping, facet, indices: all.count..<all.count + numbers.count))
            all += numbers
        }
        for group in sorted { add(facet(ofGroup: group, by: grouping), members[group] ?? []) }
        if let none { add(nil, none) }
        return AlbumList(all, groups: list)
    }

    /// The numbers of groups.
    private struct GroupNumbers {
        /// For each value, the number of its group's first value; ``none`` for values of other kinds.
        let values: [Int32]
        /// The number for albums that only have files; `nil` if those have no group of their own.
        let files: Int32?
    }

    /// The number of the group of albums without a value.
    private static var none: Int32 { -1 }

    /// The name of the medium of files, as Discogs has it.
    private static let file = "File"

    /// The number of the group of files: that of the medium, if a record has it.
    private var files: Int32 { valueNumber(.format, Self.file) ?? -2 }

    private func groupNumbers(by grouping: ListGrouping) -> [Int32] {
        var decades: [Int: Int32] = [:]
        return values.indices.map { index in
            let (value, number) = (values[index], Int32(index))
            guard value.kind == grouping.kind else { return Self.none }
            guard let year = value.year else { return number }
            guard let decade = AlbumFacet.decade(of: year) else { return Self.none }
            if let known = decades[decade] { return known }
            decades[decade] = number
            return number
        }
    }

    private func group(ofAlbumNumbered number: Int64, _ groups: GroupNumbers) -> Int32 {
        let own = values(ofAlbumNumbered: number)
        for value in own where groups.values[Int(value)] != Self.none { return groups.values[Int(value)] }
        guard let files = groups.files, own.contains(where: { values[Int($0)].kind == .folder }) else { return Self.none }
        return files
    }

    private func year(ofGroup group: Int32) -> Int? { group < 0 ? nil : values[Int(group)].year }

    private func key(ofGroup group: Int32) -> String { group < 0 ? Self.key(.format, Self.file) : keys[Int(group)] }

    private func facet(ofGroup group: Int32, by grouping: ListGrouping) -> AlbumFacet? {
        let name = group < 0 ? Self.file : values[Int(group)].name
        return switch grouping {
        case .artist: .artist(name)
        case .decade: year(ofGroup: group).flatMap(AlbumFacet.decade).map(AlbumFacet.decade)
        case .genre: .genre(name)
        case .label: .label(name)
        case .medium: .format(name)
        case .place: .place(name)
        }
    }
}

extension ListGrouping {
    fileprivate var kind: StoredFacetKind {
        switch self {
        case .artist: .artist
        case .decade: .year
        case .genre: .genre
        case .label: .label
        case .medium: .format
        case .place: .place
        }
    }
}
