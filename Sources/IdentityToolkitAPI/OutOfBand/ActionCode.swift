import Accounts

/// Using the codes of mail links (wire §4.7, §4.11, R30).
enum ActionCode {
  /// Applies a code that proves, changes or recovers an address.
  static func apply(_ code: String, _ context: WireContext) async throws -> UpdateAccount.Response {
    let applied = try await context.accounts.apply(
      outOfBandCode: code, posting: try context.posting(), client: context.client)
    var response = UpdateAccount.Response(applied.account)
    response.newEmail = applied.content.newEmail
    return response
  }
}
