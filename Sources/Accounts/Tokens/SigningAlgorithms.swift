package import BramleyJOSE

/// The algorithms that our tokens may be signed with.
package enum SigningAlgorithms {
  /// All of them; a store has a set of keys for each that was ever configured.
  package static let all: [SignatureAlgorithm] = [.es256, .rs256]
}
