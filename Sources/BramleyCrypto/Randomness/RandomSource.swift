/// A source of random bytes, handed in so that tests can choose them.
public protocol RandomSource: Sendable {
  /// Gives `count` bytes; a real source gives bytes that nobody can guess.
  func bytes(_ count: Int) -> [UInt8]
}
