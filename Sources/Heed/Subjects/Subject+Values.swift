extension Subject where Value: Sendable {
    /// The values that are sent from now on, for a `for await` loop. All of them wait while the loop is busy.
    ///
    /// ```swift
    /// for await degrees in temperature.values { print(degrees) }
    /// ```
    public var values: ObservedSequence<Value> { values(buffering: .every) }

    /// The values that are sent from now on, for a `for await` loop.
    ///
    /// - Parameter policy: What becomes of values that are sent while the loop is busy.
    /// - Returns: The values. The sequence ends with the subject.
    public func values(buffering policy: DeliveryPolicy) -> ObservedSequence<Value> {
        ObservedSequence(.values(of: self), buffering: policy)
    }
}
