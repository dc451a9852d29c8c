import BramleyCrypto
import BramleyJOSE

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The signing keys of a store, the newest first, each with the instant from which it signs.
///
/// A key is published as soon as it is made and signs later, so that everyone knows it before its first
/// token comes; an older one stays published until the last of its tokens is over.
struct KeptSigningKeys: Sendable {
  struct Entry: Sendable {
    let key: PrivateJWK
    let signsFrom: Timestamp
  }

  /// How long a key verifies after another one took over: the longest lifetime of a session cookie, and a day.
  static let verificationTime: Duration = .seconds(15 * 86_400)
  /// How many keys there may be.
  static let limit = 16

  private(set) var entries: [Entry]

  /// The keys that sign or verify at an instant; the first one signs.
  func keys(at now: Timestamp) -> [PrivateJWK] {
    let alive = alive(at: now)
    guard let signing = alive.firstIndex(where: { $0.signsFrom <= now }) else { return alive.map(\.key) }
    return [alive[signing].key] + alive.indices.filter { $0 != signing }.map { alive[$0].key }
  }

  /// The next instant at which another key signs, or one ends.
  func nextChange(after now: Timestamp) -> Timestamp? {
    let begins = entries.map(\.signsFrom)
    return (begins + begins.map { $0 + Self.verificationTime }).filter { $0 > now }.min()
  }

  /// Adds a key in front, and leaves out those that are over.
  mutating func add(_ key: PrivateJWK, signsFrom: Timestamp, at now: Timestamp, forgetsOthers: Bool) {
    let kept = forgetsOthers ? [] : alive(at: now)
    entries = [Entry(key: key, signsFrom: signsFrom)] + kept.prefix(Self.limit - 1)
  }

  /// A key is over when the one that followed it has signed for long enough.
  private func alive(at now: Timestamp) -> [Entry] {
    entries.enumerated().filter { index, _ in
      index == 0 || entries[index - 1].signsFrom + Self.verificationTime > now
    }.map(\.element)
  }
}

extension KeptSigningKeys {
  /// The times beside the key set, which has no members of its own for them.
  private struct Times: Codable {
    var signsFrom: [String: Int64]?
  }

  /// A first key.
  init(first key: PrivateJWK) { entries = [Entry(key: key, signsFrom: Timestamp(milliseconds: 0))] }

  /// Reads what ``json()`` wrote, or a plain set of keys.
  init?(json: [UInt8]) {
    guard let keys = try? PrivateJWK.keys(inSet: Secret(bytes: json)) else { return nil }
    let times = SealedJSON.decode(Times.self, from: json)?.signsFrom ?? [:]
    entries = keys.map { Entry(key: $0, signsFrom: Timestamp(milliseconds: times[$0.keyID] ?? 0)) }
  }

  func json() throws(AccountsError) -> [UInt8] {
    var keys: [[UInt8]] = []
    do throws(JOSEError) {
      for entry in entries { keys.append(try entry.key.json().reveal()) }
    } catch {
      throw AccountsError(.unavailable, reason: "signing keys: \(error.code.rawValue)")
    }
    let instants = Dictionary(entries.map { ($0.key.keyID, $0.signsFrom.milliseconds) }) { first, _ in first }
    let times = try SealedJSON.encode(Times(signsFrom: instants))
    return Array("{\"keys\":[".utf8) + Array(keys.joined(separator: Array(",".utf8))) + Array("],".utf8)
      + times.dropFirst()
  }
}
