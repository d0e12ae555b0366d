import CAdwaita
import DisplayTesting
import Foundation
import Testing

@testable import GTKAdapters

extension OnScreen {
    /// Random changes of a grid, the same for the same seed, beside a plain array that says what it must show.
    @MainActor
    @Suite("The grid after any sequence of changes")
    struct GridSequenceTests {
        /// More of them find rarer faults: `SLEEVES_GRID_SEEDS=500`.
        private nonisolated static let seedCount = ProcessInfo.processInfo.environment["SLEEVES_GRID_SEEDS"].flatMap(Int.init) ?? 6

        @Test(
            "Cells in view show their places, the place that was gone to is in view, and no frame has more than two layouts",
            arguments: 1...seedCount)
        func sequence(seed: Int) {
            _ = TestApplication.shared
            let driver = Driver(seed: UInt64(seed))
            for _ in 0..<25 {
                driver.change()
                // What follows a failure says nothing more.
                guard driver.expectConsistency() else { break }
            }
            driver.window.destroy()
        }

        @Test(
            "It opens at any place, in any size, without a layout that requests another one twice",
            arguments: [10, 600, 100_000], [(1_280, 900), (360, 640), (700, 90), (2_000, 1_500)])
        func opens(count: Int, size: (width: Int, height: Int)) {
            _ = TestApplication.shared
            for place in [0, 9, 20, count / 2, count - 1] where place < count {
                let driver = Driver(seed: 1, width: size.width, height: size.height)
                driver.replace(0..<0, withCount: count)
                driver.goTo(place, isFocused: place % 2 == 0)
                #expect(driver.expectConsistency())
                driver.window.destroy()
            }
        }
    }

    @MainActor
    private final class Driver {
        let window: ApplicationWindow
        private let grid: GridView<Label>
        private let scrolled: ScrolledWindow
        private let bar = Label("bar")
        private let frames: FrameCounter
        private var random: SplitMix
        /// The contents that the places must show.
        private var contents: [Int] = []
        private var selection: Set<Int> = []
        private var nextContent = 0
        private var goal: Int?
        private var log: [String] = []
        private var side = 100
        /// Whether places have come or gone, or the grid has scrolled, in the current change.
        private var isUnsettled = false

        init(seed: UInt64, width: Int = 800, height: Int = 500) {
            random = SplitMix(state: seed)
            grid = GridView(accessibleLabel: "Things", cellWidth: 100) { Label() }
            scrolled = ScrolledWindow(grid)
            scrolled.expandsVertically = true
            bar.isVisible = false
            bar.setMinimumSize(height: 60)
            window = TestApplication.show(Box(.vertical, [scrolled, bar]), width: width, height: height)
            frames = FrameCounter(window)
            makeCells()
            grid.onShow = { [weak self] label, place in
                guard let self, place < contents.count else { return }
                label.text = "\(contents[place])"
            }
            grid.onHide = { $0.text = "" }
            // As the wall does.
            grid.onResize = { [weak self] width in self?.fit(width) }
        }

        private func fit(_ width: Int) {
            let fitting = width < 400 ? width / 2 : side
            guard fitting != grid.cellWidth else { return }
            for cell in grid.allCells { cell.setMinimumSize(width: fitting, height: fitting) }
            grid.cellWidth = fitting
            makeCells()
            if let place = grid.firstSelectedPlace { goTo(place) }
        }

        private func makeCells() {
            grid.makeCell = { [weak grid] in
                let label = Label()
                let width = grid?.cellWidth ?? 100
                label.setMinimumSize(width: width, height: width)
                return label
            }
        }

        func replace(_ places: Range<Int>, withCount count: Int) {
            log.append("replace \(places) with \(count)")
            isUnsettled = true
            contents.replaceSubrange(places, with: nextContent..<nextContent + count)
            nextContent += count
            let change = count - places.count
            selection = Set(selection.compactMap { $0 < places.lowerBound ? $0 : $0 >= places.upperBound ? $0 + change : nil })
            if let former = goal { goal = former < places.lowerBound ? former : nil }
            grid.replace(places, withCount: count)
        }

        /// Takes some contents away, adds others, and moves some.
        private func rearrange() {
            let former = contents
            var new = former.filter { _ in Int.random(in: 0..<10, using: &random) > 0 }
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                new.insert(nextContent, at: Int.random(in: 0...new.count, using: &random))
                nextContent += 1
            }
            if !new.isEmpty, Bool.random(using: &random) {
                let moved = new.remove(at: Int.random(in: 0..<new.count, using: &random))
                new.insert(moved, at: Int.random(in: 0...new.count, using: &random))
            }
            log.append("rearrange \(former.count) to \(new.count)")
            isUnsettled = true
            contents = new
            (selection, goal) = ([], nil)
            let places = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
            grid.replace([(0..<former.count, new.count)]) { replaced in
                Dictionary(uniqueKeysWithValues: replaced.compactMap { place in places[former[place]].map { (place, $0) } })
            }
        }

        func goTo(_ place: Int, isFocused: Bool = false) {
            log.append("go to \(place), \(isFocused)")
            grid.scroll(to: place, isFocused: isFocused)
            goal = place
        }

        /// Makes one to four changes, some of them within one frame.
        func change() {
            isUnsettled = false
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changeOnce()
                for _ in 0..<Int.random(in: 0...6, using: &random) { MainLoop.turn(waits: false) }
            }
        }

        private func changeOnce() {
            let count = contents.count
            switch Int.random(in: 0..<14, using: &random) {
            case 0...2:
                let start = Int.random(in: 0...count, using: &random)
                let end = min(count, start + (Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : count))
                replace(start..<end, withCount: [0, 1, 7, 60, 3_000].randomElement(using: &random) ?? 0)
            case 12, 13: rearrange()
            case 3...5 where count > 0: goTo(Int.random(in: 0..<count, using: &random), isFocused: Bool.random(using: &random))
            case 6 where count > 0:
                let place = Int.random(in: 0..<count, using: &random)
                log.append("select \(place)")
                grid.select(place, isFocused: true)
                selection = [place]
                goal = place
            case 7:
                let (width, height) = (Int.random(in: 200...1_200, using: &random), Int.random(in: 120...880, using: &random))
                log.append("resize to \(width), \(height)")
                gtk_window_set_default_size(window.object.cast(), gint(width), gint(height))
                goal = nil
            case 8:
                side = Int.random(in: 40...300, using: &random)
                log.append("side \(side)")
                goal = nil
                fit(grid.width)
            case 9:
                log.append("bar")
                bar.isVisible.toggle()
            case 10:
                // After another change, GTK 4.8 looks for the places in view with heights that it doesn't know yet, and warns of it.
                if isUnsettled { frames.settle() }
                isUnsettled = true
                guard let adjustment = gtk_scrollable_get_vadjustment(grid.opaque) else { return }
                let share = Double.random(in: 0...1, using: &random)
                log.append("scroll to \(share)")
                gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * share)
                goal = nil
            // GTK would pass the focus on to a neighbour, and select that.
            case 11 where grid.focusedPlace == nil:
                log.append("hide or show")
                scrolled.isVisible.toggle()
            default: break
            }
        }

        /// Returns whether the grid shows what it must show, and records an issue otherwise.
        func expectConsistency() -> Bool {
            scrolled.isVisible = true
            frames.settle()
            let problems = problems()
            if !problems.isEmpty { Issue.record("\(problems) after \(log.suffix(12).joined(separator: "; "))") }
            return problems.isEmpty
        }

        private func problems() -> [String] {
            var problems: [String] = []
            func require(_ condition: Bool, _ problem: String) {
                if !condition { problems.append(problem) }
            }
            require(frames.mostLayouts <= 2, "a frame had \(frames.mostLayouts) layouts")
            require(Set(grid.selection) == selection, "\(grid.selection) are selected instead of \(selection.sorted())")
            require(grid.count == contents.count, "there are \(grid.count) places instead of \(contents.count)")
            guard !contents.isEmpty else { return problems }
            guard let inView = grid.placesInView else { return problems + ["nothing is in view"] }
            require(contents.indices.contains(inView.upperBound), "\(inView) are in view, of \(contents.count)")
            let shown = Dictionary(grid.shownCells.map { ($0.place, $0.cell.text) }) { first, _ in first }
            let expected = { [contents] (place: Int) in contents.indices.contains(place) ? "\(contents[place])" : nil }
            for place in inView { require(shown[place] != nil, "\(place) isn't shown") }
            for (place, text) in shown { require(text == expected(place), "\(place) shows \(text)") }
            if let goal { require(inView.contains(goal), "\(goal) isn't in view, but \(inView)") }
            return problems
        }
    }
}
