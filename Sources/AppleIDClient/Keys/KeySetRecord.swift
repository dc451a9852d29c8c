import AppleIdentity

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A key set as it is kept across restarts.
struct KeySetRecord: Codable {
  /// The address it was fetched from. A set of an emulator must never count for Apple (R7).
  let source: String
  /// When it was fetched, in seconds since 1970.
  let fetchedAt: Double
  /// When it is due to be fetched again, in seconds since 1970.
  let refreshAt: Double
  /// The answer's text.
  let keySet: String

  /// Reads a record, or says in a sentence why it cannot be used.
  static func read(_ bytes: [UInt8], source: String, limit: Int) -> Result<KeySetSchedule.Kept, Refusal> {
    guard bytes.count <= 2 * limit, let record = try? JSONDecoder().decode(Self.self, from: Data(bytes))
    else {
      return .failure(Refusal(reason: "The kept key set cannot be read; it is fetched anew."))
    }
    guard record.source == source else {
      return .failure(Refusal(reason: "The kept key set is of another address; it is fetched anew."))
    }
    do throws(AppleKeySetError) {
      return .success(
        KeySetSchedule.Kept(
          set: try AppleKeySet(json: Array(record.keySet.utf8)),
          fetchedAt: Date(timeIntervalSince1970: record.fetchedAt),
          refreshAt: Date(timeIntervalSince1970: record.refreshAt)))
    } catch {
      return .failure(Refusal(reason: "The kept key set is no key set: \(error.message)"))
    }
  }

  /// Why a record is not used.
  struct Refusal: Error {
    /// A sentence for the log.
    let reason: String
  }

  /// The record as bytes; nil when the answer was not text.
  static func write(_ kept: KeySetSchedule.Kept, answer: [UInt8], source: String) -> [UInt8]? {
    guard let text = String(validating: answer, as: UTF8.self) else { return nil }
    let record = KeySetRecord(
      source: source, fetchedAt: kept.fetchedAt.timeIntervalSince1970,
      refreshAt: kept.refreshAt.timeIntervalSince1970, keySet: text)
    return (try? JSONEncoder().encode(record)).map { Array($0) }
  }
}
