/// Bytes that must never be seen: a key, a token, a password.
///
/// Printing, interpolating or reflecting one gives `…`; `==` takes the same time wherever the first
/// difference stands. The bytes leave only through ``withBytes(_:)`` and the methods named `reveal…`,
/// so a review can find every exit by that word.
public struct Secret: Sendable {
  private let bytes: [UInt8]

  /// Wraps bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Wraps the UTF-8 form of a text.
  public init(utf8 text: String) { self.bytes = Array(text.utf8) }

  /// How many bytes it holds.
  public var count: Int { bytes.count }

  /// Whether it holds nothing.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Lends the bytes for the time of a call.
  public func withBytes<Result, Failure: Error>(
    _ body: ([UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes)
  }

  /// Gives the bytes away, for the wire or a file.
  public func reveal() -> [UInt8] { bytes }

  /// Gives the text away, or `nil` when the bytes are not UTF-8.
  public func revealText() -> String? { String(validating: bytes, as: UTF8.self) }
}

extension Secret: Equatable {
  /// Compares in a time that depends on the lengths alone.
  public static func == (left: Secret, right: Secret) -> Bool {
    constantTimeEquals(left.bytes, right.bytes)
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `…`.
  public var description: String { "…" }
  /// Always `…`.
  public var debugDescription: String { "…" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
