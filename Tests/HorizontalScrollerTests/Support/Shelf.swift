import HorizontalScroller

/// A delegate with a number of cards that records the calls it receives.
@MainActor
final class Shelf: HorizontalScrollerDelegate {
    var count: Int
    var initial: Int
    private(set) var selections: [Int] = []
    private(set) var countQuestions = 0
    private(set) var viewQuestions: [Int] = []
    private(set) var cardsMade = 0
    var onSelect: ((HorizontalScroller<Card>, Int) -> Void)?
    var onView: ((HorizontalScroller<Card>, Int) -> Void)?
    var onCount: ((HorizontalScroller<Card>) -> Void)?
    var reusesCards = true

    init(count: Int, initial: Int = 0) {
        self.count = count
        self.initial = initial
    }

    func numberOfViews(for scroller: HorizontalScroller<Card>) -> Int {
        countQuestions += 1
        onCount?(scroller)
        return count
    }

    func horizontalScroller(_ scroller: HorizontalScroller<Card>, viewAt index: Int) -> Card {
        viewQuestions.append(index)
        onView?(scroller, index)
        if reusesCards, let card = scroller.dequeueReusableView() {
            card.index = index
            return card
        }
        cardsMade += 1
        return Card(index: index)
    }

    func horizontalScroller(_ scroller: HorizontalScroller<Card>, didSelectViewAt index: Int) {
        selections.append(index)
        onSelect?(scroller, index)
    }

    func initialViewIndex(for scroller: HorizontalScroller<Card>) -> Int { initial }

    func forgetRecords() {
        selections = []
        countQuestions = 0
        viewQuestions = []
        cardsMade = 0
    }
}
