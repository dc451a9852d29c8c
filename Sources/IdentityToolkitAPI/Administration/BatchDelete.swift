import Accounts

/// `accounts:batchDelete` (wire §4.14).
enum BatchDelete {
  struct Request: WireRequest {
    var localIDs: [String]
    var force: Bool

    init(_ fields: WireFields) throws {
      localIDs = try fields.texts("localIds") ?? []
      force = try fields.flag("force") ?? false
    }
  }

  struct Response: WireResponse {
    /// Absent when nothing was left out.
    let errors: [Failure]?
  }

  struct Failure: Encodable, Sendable {
    let index: Int
    let localId: String?
    let message: String
  }

  static let operation = Operation(
    "accounts.batchDelete", "Deletes accounts; enabled ones only with force.",
    [.project("/accounts:batchDelete")], .administrator(.accountsDelete)
  ) { (request: Request, context) in
    guard (1...1000).contains(request.localIDs.count) else {
      throw WireError.refused("LOCAL_ID_LIST_EXCEEDS_LIMIT")
    }
    // What cannot be an identifier names nobody, as an unknown one does.
    let named = request.localIDs.enumerated().compactMap { index, text in
      Account.ID(text).map { (index: index, id: $0) }
    }
    let failures = try await context.accounts.delete(
      named.map(\.id), force: request.force, client: context.administration)
    let errors = failures.compactMap { failure -> Failure? in
      guard named.indices.contains(failure.index) else { return nil }
      return Failure(
        index: named[failure.index].index, localId: named[failure.index].id.text, message: failure.message)
    }
    return Response(errors: errors.isEmpty ? nil : errors)
  }
}
