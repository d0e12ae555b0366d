/// An object that handlers capture, to check their lifetime.
final class Witness: Sendable {}
