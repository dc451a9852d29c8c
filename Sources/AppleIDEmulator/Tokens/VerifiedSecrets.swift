import BramleyCrypto
import Synchronization

/// Client secrets whose signature is known to be right, found by the digest of their text.
///
/// Relying parties send one secret for minutes or months, and its signature stays what it was. Everything
/// that can change is judged anew at each request: whether the key still counts, whose it is, the time.
final class VerifiedSecrets: Sendable {
  /// What a secret said, and the key that its signature was checked with.
  struct Entry: Sendable {
    let claims: ClientSecretCheck.Claims
    let keyID: String
    private let publicX: String
    private let publicY: String

    init(claims: ClientSecretCheck.Claims, key: DeveloperKey) {
      self.claims = claims
      keyID = key.keyID
      publicX = key.publicX
      publicY = key.publicY
    }

    /// Whether this is the very key, and not another one registered under its id.
    func wasSigned(with key: DeveloperKey) -> Bool {
      keyID == key.keyID && publicX == key.publicX && publicY == key.publicY
    }
  }

  private struct Generations {
    var young: [SHA256Digest: Entry] = [:]
    var old: [SHA256Digest: Entry] = [:]
  }

  /// Secrets of a generation; two are kept, so that whoever mints one for each request costs little memory.
  private static let bound = 1024

  private let generations = Mutex(Generations())

  /// A secret that was verified; one that is still in use is kept when its generation grows old.
  subscript(digest: SHA256Digest) -> Entry? {
    get {
      generations.withLock { generations in
        if let entry = generations.young[digest] { return entry }
        guard let entry = generations.old[digest] else { return nil }
        Self.keep(entry, digest, in: &generations)
        return entry
      }
    }
    set {
      guard let newValue else { return }
      generations.withLock { Self.keep(newValue, digest, in: &$0) }
    }
  }

  private static func keep(_ entry: Entry, _ digest: SHA256Digest, in generations: inout Generations) {
    if generations.young.count >= bound {
      generations.old = generations.young
      generations.young = [:]
    }
    generations.young[digest] = entry
  }
}
