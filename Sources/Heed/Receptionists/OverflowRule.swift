/// What gives way when something arrives where no more may wait.
///
/// ## Behavior
/// - What gave way is counted, by the receptionist or the sequence that it would have gone to.
public enum OverflowRule: Sendable, Hashable {
    /// The one that has waited longest makes room.
    case dropOldest
    /// What arrives is not taken in.
    case dropNewest
}
