/// A comparison of a binding's two ends, without locks or threads, which decides what to write.
///
/// A write of the binding is a change, too. When that change is noted, a handler or another thread may already have changed the other end,
/// whose newer value must stay. So the binding remembers the ends as it left them, until its own change has been noted. An end that still
/// holds the remembered value hasn't changed since.
struct EndComparison<Value, TargetValue> {
    enum Write {
        case nothing
        case source(Value)
        case target(TargetValue)
    }

    /// The ends as the binding left them.
    struct Memory {
        let value: Value
        let targetValue: TargetValue
        /// The conversion of `value`, if values of the source can't be compared.
        let converted: TargetValue?
        /// The conversion of `targetValue`, if values of the target can't be compared.
        let convertedBack: Value?
        /// The changes since then that have been noted, but not carried.
        var noted: BindingState.Steps = []
    }

    let transform: (Value) -> TargetValue
    /// The conversion of the target's values, if the binding works both ways.
    let inverse: ((TargetValue) -> Value)?
    let isSameValue = Sameness<Value>()
    let isSameTargetValue = Sameness<TargetValue>()

    /// Whether two looks at the ends can be compared.
    var canCompare: Bool { isSameTargetValue.isKnown || (inverse != nil && isSameValue.isKnown) }

    /// Returns what to write after changes.
    ///
    /// - Parameters:
    ///   - value: The source's present value.
    ///   - targetValue: The target's present value.
    ///   - memory: The ends as the binding left them, which this updates.
    func write(after changes: BindingState.Changes, _ value: Value, _ targetValue: TargetValue, _ memory: inout Memory?) -> Write {
        let wanted = transform(value)
        if isSameTargetValue(wanted, targetValue) {
            memory = changes.awaitsEcho ? remembering(value, targetValue, converted: wanted) : nil
            return .nothing
        }
        guard let inverse else { return .target(wanted) }
        let back = inverse(targetValue)
        let isInitial = changes.steps.contains(.initial)
        if !isInitial, isSameValue(back, value) {
            memory = changes.awaitsEcho ? remembering(value, targetValue, convertedBack: back) : nil
            return .nothing
        }
        switch isInitial ? .forward : direction(after: changes, (value, wanted), (targetValue, back), &memory) {
        case .forward:
            memory = remembering(value, wanted, converted: wanted)
            return .target(wanted)
        case .backward:
            memory = remembering(back, targetValue, convertedBack: back)
            return .source(back)
        default:
            if !changes.awaitsEcho { memory = nil }
            return .nothing
        }
    }

    /// Returns the direction in which to carry the changes of ends that don't agree.
    ///
    /// - Parameters:
    ///   - source: The source's value and its conversion.
    ///   - target: The target's value and its conversion.
    /// - Returns: Nothing if an end has changed, but that has yet to be noted. The note then continues the work.
    private func direction(
        after changes: BindingState.Changes, _ source: (Value, TargetValue), _ target: (TargetValue, Value), _ memory: inout Memory?
    ) -> BindingState.Steps {
        guard let ends = memory else { return changes.last }
        var changed: BindingState.Steps = []
        if !isSame(source, (ends.value, ends.converted), isSameValue, isSameTargetValue) { changed.insert(.forward) }
        if !isSame(target, (ends.targetValue, ends.convertedBack), isSameTargetValue, isSameValue) { changed.insert(.backward) }
        let noted = changed.intersection(changes.steps.union(ends.noted))
        guard noted == changed else {
            memory?.noted = noted
            return []
        }
        return changed == .forward || changed == .backward ? changed : changes.last
    }

    /// Returns whether an end holds what was remembered. Values that can't be compared are the same if their conversions are. Values that don't
    /// equal themselves can't be told apart, so they count as the same.
    private func isSame<End, Other>(
        _ present: (End, Other), _ remembered: (End, Other?), _ isSameEnd: Sameness<End>, _ isSameOther: Sameness<Other>
    ) -> Bool {
        if isSameEnd.isKnown {
            let (present, remembered) = (present.0, remembered.0)
            return isSameEnd(present, remembered) || !isSameEnd.isEqual(present, present) && !isSameEnd.isEqual(remembered, remembered)
        }
        return remembered.1.map { isSameOther(present.1, $0) } ?? false
    }

    private func remembering(
        _ value: Value, _ targetValue: TargetValue, converted: TargetValue? = nil, convertedBack: Value? = nil
    ) -> Memory? {
        guard let inverse, canCompare else { return nil }
        return Memory(
            value: value,
            targetValue: targetValue,
            converted: isSameValue.isKnown ? nil : converted ?? transform(value),
            convertedBack: isSameTargetValue.isKnown ? nil : convertedBack ?? inverse(targetValue))
    }
}
