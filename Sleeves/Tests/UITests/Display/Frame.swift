/// A place, in pixels.
struct Frame: Equatable, Sendable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int

    var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }

    func moved(x dx: Int, y dy: Int) -> Frame {
        Frame(x: x + dx, y: y + dy, width: width, height: height)
    }

    func inset(_ margin: Int) -> Frame {
        Frame(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }
}
