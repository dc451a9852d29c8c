/// Codes of mail links (wire §4.10, R30).
enum ActionCode {
  /// Applies a code that proves or changes an address.
  static func apply(_ code: String, _ context: WireContext) async throws -> UpdateAccount.Response {
    throw WireError.refused("INVALID_OOB_CODE")
  }
}
