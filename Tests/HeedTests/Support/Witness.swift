/// An object that handlers capture, to see how long they are kept.
final class Witness: Sendable {}
