// Turns the error of a call into another one.

/// Returns the value of `body`, or throws what `transform` makes of its error.
///
/// This is `Result.mapError(_:)` for calls with typed errors.
@inlinable @discardableResult
package func mapError<Value, Failure: Error, Other: Error>(
    _ body: @autoclosure () throws(Failure) -> Value, _ transform: (Failure) -> Other
) throws(Other) -> Value {
    do throws(Failure) { return try body() } catch { throw transform(error) }
}
