import Accounts

/// `accounts:batchCreate`, in v3 `uploadAccount` (wire §4.14).
enum BatchCreate {
  struct Response: WireResponse {
    let kind = "identitytoolkit#UploadAccountResponse"
    let error: [Failure]
  }

  struct Failure: Encodable, Sendable {
    let index: Int
    let message: String
  }

  static let operation = Operation(
    "accounts.batchCreate", "Imports accounts.",
    [.project("/accounts:batchCreate")], .administrator(.accountsImport), valueLimit: 100_000
  ) { (request: BatchCreateRequest, context) in try await run(request, context) }

  static let legacyOperation = Operation(
    "accounts.upload", "Imports accounts; the v3 name of batchCreate.", [.v3("uploadAccount")],
    .administrator(.accountsImport), valueLimit: 100_000
  ) { (request: BatchCreateRequest, context) in
    guard request.targetProjectID?.isEmpty == false else {
      throw WireError.refused("INSUFFICIENT_PERMISSION")
    }
    return try await run(request, context)
  }

  private static func run(_ request: BatchCreateRequest, _ context: WireContext) async throws -> Response {
    try request.judge()
    let passwords = try request.hashRule()
    var failures: [Failure] = []
    var indices: [Int] = []
    var imported: [ImportedAccount] = []
    for (index, user) in request.users.enumerated() {
      do throws(ImportFault) {
        imported.append(ImportedAccount(account: try user.account(context, passwords)))
        indices.append(index)
      } catch {
        failures.append(Failure(index: index, message: error.message))
      }
    }
    if !imported.isEmpty {
      let refused = try await context.accounts.importAccounts(
        imported, overwrites: request.overwrites, client: context.administration)
      failures += refused.compactMap { failure in
        guard indices.indices.contains(failure.index) else { return nil }
        return Failure(index: indices[failure.index], message: failure.message)
      }
    }
    return Response(error: failures.sorted { $0.index < $1.index })
  }
}
