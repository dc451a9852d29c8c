import Accounts

/// `accounts:query` and `:queryAccounts` (wire §4.14).
enum QueryAccounts {
  /// What to sort by, in the order of the wire's indices.
  enum SortField: String, WireChoice {
    case unspecified = "SORT_BY_FIELD_UNSPECIFIED"
    case userID = "USER_ID"
    case name = "NAME"
    case createdAt = "CREATED_AT"
    case lastLoginAt = "LAST_LOGIN_AT"
    case email = "USER_EMAIL"

    static let offered: [SortField] = [.userID]
  }

  enum Order: String, WireChoice {
    case unspecified = "ORDER_UNSPECIFIED"
    case ascending = "ASC"
    case descending = "DESC"

    static let offered: [Order] = [.ascending]
  }

  struct Expression: WireObject {
    var userID: String?
    var email: String?
    var phoneNumber: String?

    init(_ fields: WireFields) throws {
      userID = try fields.text("userId")
      email = try fields.text("email")
      phoneNumber = try fields.text("phoneNumber")
    }

    var key: AccountKey? {
      if let userID { return Account.ID(userID).map(AccountKey.id) }
      if let email { return .email(email) }
      return phoneNumber.map(AccountKey.phone)
    }
  }

  struct Request: WireRequest {
    var returnsUserInfo: Bool
    var limit: Int64?
    var offset: Int64
    var sortField: SortField
    var order: Order
    var expressions: [Expression]

    init(_ fields: WireFields) throws {
      returnsUserInfo = try fields.flag("returnUserInfo") ?? true
      limit = try fields.number("limit")
      offset = try fields.number("offset") ?? 0
      sortField = try fields.choice("sortBy") ?? .userID
      order = try fields.choice("order") ?? .ascending
      expressions = try fields.objects("expression") ?? []
    }
  }

  struct Response: WireResponse {
    let recordsCount: String
    var userInfo: [UserRecord]?
  }

  static let operation = Operation(
    "accounts.query", "Counts accounts, or finds them by expressions.",
    [.project("/accounts:query"), .project(":queryAccounts")], .administrator(.accountsRead)
  ) { (request: Request, context) in
    if !request.expressions.isEmpty { return try await find(request, context) }
    guard request.returnsUserInfo else {
      return Response(recordsCount: String(try await context.accounts.count()))
    }
    guard request.sortField == .userID || request.sortField == .unspecified, request.order != .descending
    else { throw WireError.notImplemented("Only ascending order of USER_ID is offered.") }
    let limit = request.limit ?? 500
    guard (1...500).contains(limit), (0...500).contains(request.offset) else {
      throw WireError.refused("INVALID_PAGE_SELECTION", "limit is 1 to 500, offset up to 500; use batchGet.")
    }
    let accounts = try await context.accounts.list(limit: Int(limit + request.offset))
      .dropFirst(Int(request.offset))
    return Response(recordsCount: String(accounts.count), userInfo: accounts.map(UserRecord.init))
  }

  private static func find(_ request: Request, _ context: WireContext) async throws -> Response {
    guard request.expressions.count <= 100 else { throw WireError.refused("INVALID_PAGE_SELECTION") }
    let keys = request.expressions.compactMap(\.key)
    let accounts = keys.isEmpty ? [] : try await context.accounts.accounts(by: keys)
    return Response(
      recordsCount: String(accounts.count),
      userInfo: request.returnsUserInfo ? accounts.map(UserRecord.init) : nil)
  }
}
