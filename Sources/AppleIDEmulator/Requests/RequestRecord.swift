#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a relying party sent and how it was answered, secrets masked.
struct RequestRecord: Codable, Sendable {
  /// Counts up from one since the start.
  let id: Int
  /// When it was answered.
  let at: Date
  let method: String
  let path: String
  /// The parameters of query and form, in order.
  let parameters: [Parameter]
  let status: Int
  /// The error's name when it was refused.
  let error: String?
  /// Which check failed, or another remark.
  let reason: String?
  /// The fault that was played.
  let fault: String?
  /// Milliseconds from arrival to answer.
  let milliseconds: Double

  /// One parameter.
  struct Parameter: Codable, Sendable {
    let name: String
    let value: String
  }
}
