import Testing

@testable import SleevesCovers
@testable import SleevesLibrary

@Suite("Covers in memory")
struct CoverCacheTests {
    private let image = SamplePictures.plain(width: 8, height: 8)
    private func digest(_ number: Int) -> CoverCache.Key {
        CoverCache.Key(digest: CoverDigest(of: Array("\(number / 2)".utf8)), size: number.isMultiple(of: 2) ? .standard : .double)
    }
    /// The memory of one picture.
    private var cost: Int {
        let cache = CoverCache(limit: .max)
        cache.insert(image, for: digest(0))
        return cache.byteCount
    }

    @Test("A full cache evicts the least recently used picture")
    func eviction() {
        let cache = CoverCache(limit: 3 * cost)
        for number in 0..<3 { cache.insert(image, for: digest(number)) }
        #expect(cache.image(for: digest(0)) != nil)
        cache.insert(image, for: digest(3))
        #expect(cache.image(for: digest(1)) == nil)
        #expect([0, 2, 3].allSatisfy { cache.image(for: digest($0)) != nil })
    }

    @Test("A picture larger than the limit isn't cached and evicts nothing")
    func tooLarge() {
        let cache = CoverCache(limit: cost)
        cache.insert(image, for: digest(0))
        cache.insert(SamplePictures.plain(width: 9, height: 9), for: digest(1))
        #expect(cache.image(for: digest(0)) != nil)
        #expect(cache.image(for: digest(1)) == nil)
    }

    @Test("A picture that replaces another takes its room")
    func replacement() {
        let cache = CoverCache(limit: 10 * cost)
        cache.insert(image, for: digest(0))
        cache.insert(image, for: digest(0))
        #expect(cache.byteCount == cost)
        cache.remove(digest(0))
        #expect(cache.byteCount == 0)
        #expect(cache.image(for: digest(0)) == nil)
    }

    @Test("Any sequence of uses leaves the same as a plain list of the last uses")
    func model() {
        let cache = CoverCache(limit: 4 * cost)
        var model: [Int] = []
        var number = 1
        for step in 0..<5_000 {
            number = (number * 48_271) % 2_147_483_647
            let key = number % 7
            switch number / 7 % 5 {
            case 0:
                cache.remove(digest(key))
                model.removeAll { $0 == key }
            case 1, 2:
                let isThere = cache.image(for: digest(key)) != nil
                #expect(isThere == model.contains(key), "step \(step)")
                if isThere { model = model.filter { $0 != key } + [key] }
            default:
                cache.insert(image, for: digest(key))
                model = (model.filter { $0 != key } + [key]).suffix(4)
            }
            #expect(cache.byteCount == model.count * cost)
        }
        for key in 0..<7 { cache.remove(digest(key)) }
        #expect(cache.byteCount == 0)
    }

    @Test("Many tasks at once never exceed the limit")
    func concurrency() async {
        let cache = CoverCache(limit: 5 * cost)
        await withTaskGroup { group in
            for task in 0..<16 {
                group.addTask {
                    for step in 0..<500 {
                        cache.insert(image, for: digest((task * 7 + step) % 40))
                        _ = cache.image(for: digest(step % 40))
                        if step % 50 == 0 { cache.remove(digest(task)) }
                        #expect(cache.byteCount <= cache.limit)
                    }
                }
            }
        }
    }
}
