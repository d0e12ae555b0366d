extension Subject where Value: Sendable {
    /// The values that are sent from now on, for a `for await` loop.
    ///
    /// ```swift
    /// for await degrees in temperature.values() { print(degrees) }
    /// ```
    ///
    /// - Parameter policy: What becomes of values that are sent while the loop is busy. All of them wait, unless you say otherwise.
    /// - Returns: The values. The sequence ends with the subject.
    public func values(buffering policy: DeliveryPolicy = .every) -> ObservedSequence<Value> {
        ObservedSequence(.values(of: self), buffering: policy)
    }
}
