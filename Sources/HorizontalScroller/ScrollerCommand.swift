/// A command to a scroller. Commands run one after another, never one inside another.
enum ScrollerCommand: Hashable, Sendable {
    case reload
    case adopt(metrics: HorizontalScrollerMetrics)
    case forgetDelegate
    case changeHost
    case appear
    case disappear
    case resize
    case advance(time: Double)
    case press(at: ScrollerPoint)
    case drag(translation: Double)
    case beginScroll
    case scroll(delta: Double)
    case release(rightwardVelocity: Double, movesStripWithPointer: Bool)
    case cancelHold
    case tap(at: ScrollerPoint)
    case turnWheel(dx: Double, dy: Double)
    case key(ScrollerKey)
    case select(index: Int, animated: Bool)
}
