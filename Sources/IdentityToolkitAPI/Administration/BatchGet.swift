import Accounts
import BramleyHTTP

/// `accounts:batchGet`, in v3 `downloadAccount` (wire §4.14).
enum BatchGet {
  /// The body of `downloadAccount`; the same names stand in the query of `batchGet`.
  struct Request: WireRequest {
    var maxResults: Int64?
    var nextPageToken: String?
    var targetProjectID: String?

    init(_ fields: WireFields) throws {
      maxResults = try fields.number("maxResults")
      nextPageToken = try fields.text("nextPageToken")
      targetProjectID = try fields.text("targetProjectId")
    }

    init(query: FormFields) throws(WireError) {
      if let text = query["maxResults"] ?? query["max_results"] {
        guard let number = Int64(text) else {
          throw .refused("INVALID_PAGE_SELECTION", "maxResults must be a number.")
        }
        maxResults = number
      }
      nextPageToken = query["nextPageToken"] ?? query["next_page_token"]
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#DownloadAccountResponse"
    let users: [UserRecord]
    /// The last account of a full page, also when nothing follows; absent after a page that is not full.
    let nextPageToken: String?
  }

  static let operation = Operation(
    "accounts.batchGet", "Lists accounts in the order of their identifiers.",
    [.project("/accounts:batchGet")], .administrator(.accountsRead)
  ) { (context: WireContext) in
    let query = try context.query()
    // A tenant may be named in the query here.
    try context.api.judge(query["tenantId"], targetProject: nil, access: context.access)
    return try await page(Request(query: query), context)
  }

  static let legacyOperation = Operation(
    "accounts.download", "Lists accounts; the v3 name of batchGet.", [.v3("downloadAccount")],
    .administrator(.accountsRead)
  ) { (request: Request, context) in
    guard request.targetProjectID?.isEmpty == false else {
      throw WireError.refused("INSUFFICIENT_PERMISSION")
    }
    return try await page(request, context)
  }

  private static func page(_ request: Request, _ context: WireContext) async throws -> Response {
    var limit = request.maxResults ?? 20
    if limit == -1, context.api.mode == .dev {
      limit = 100_000
    } else if !(1...1000).contains(limit) {
      throw WireError.refused("INVALID_PAGE_SELECTION", "maxResults must be 1 to 1000.")
    }
    var after: Account.ID?
    if let token = request.nextPageToken, !token.isEmpty {
      guard let id = Account.ID(token) else {
        throw WireError.refused("INVALID_PAGE_SELECTION", "nextPageToken is not one of ours.")
      }
      after = id
    }
    let accounts = try await context.accounts.list(after: after, limit: Int(limit))
    return Response(
      users: accounts.map(UserRecord.init),
      nextPageToken: accounts.count == limit ? accounts.last?.id.text : nil)
  }
}
