/// The work of observers: they add what they receive up, through an object, as handlers in programs change objects.
// SAFETY: only one thread posts to observers that share a sum; where there are two, they add to the sums of their threads.
final class Sum: @unchecked Sendable {
    var value = 0
}
