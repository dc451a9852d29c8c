import Accounts
import BramleyCrypto

/// `accounts:signUp`: anonymous, address and password, linking both to an account, and by an administrator
/// (wire §4.1).
enum SignUp {
  struct Request: WireRequest {
    var email: String?
    var password: String?
    var displayName: String?
    var idToken: String?
    var localID: String?
    var phoneNumber: String?
    var photoURL: String?
    var isEmailVerified: Bool?
    var isDisabled: Bool?
    var factors: [FactorObject]

    init(_ fields: WireFields) throws {
      email = try fields.text("email")
      password = try fields.text("password")
      displayName = try fields.text("displayName")
      idToken = try fields.text("idToken")
      localID = try fields.text("localId")
      phoneNumber = try fields.text("phoneNumber")
      photoURL = try fields.text("photoUrl")
      isEmailVerified = try fields.flag("emailVerified")
      isDisabled = try fields.flag("disabled")
      factors = try fields.objects("mfaInfo") ?? []
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#SignupNewUserResponse"
    let localId: String
    let displayName: String?
    let email: String?
    var idToken: String?
    var refreshToken: String?
    var expiresIn: String?

    init(_ account: Account, tokens: SessionTokens?) {
      localId = account.id.text
      displayName = account.displayName
      email = account.email
      guard let members = tokens.map(TokenMembers.init) else { return }
      idToken = members.idToken
      refreshToken = members.refreshToken
      expiresIn = members.expiresIn
    }
  }

  static let operation = Operation(
    "accounts.signUp", "Makes an account, or gives an account address and password.",
    [.v1("accounts:signUp"), .v3("signupNewUser"), .project("/accounts"), .project("/accounts:signUp")],
    .key(administrator: .accountsWrite)
  ) { (request: Request, context) in
    if context.access.isPrivileged, request.idToken == nil { return try await create(request, context) }
    return try await register(request, context)
  }

  private static func register(_ request: Request, _ context: WireContext) async throws -> Response {
    guard request.localID == nil else { throw WireError.refused("UNEXPECTED_PARAMETER", "User ID") }
    let accounts = context.accounts
    if request.idToken == nil, request.email == nil, request.password == nil {
      let signedIn = try await accounts.signUpAnonymously(client: context.client)
      return Response(signedIn.account, tokens: signedIn.tokens)
    }
    guard accounts.policy.allowsPasswords else { throw WireError.refused("OPERATION_NOT_ALLOWED") }
    guard let email = request.email else { throw WireError.refused("MISSING_EMAIL") }
    guard !email.isEmpty else { throw WireError.refused("INVALID_EMAIL") }
    guard let password = request.password, !password.isEmpty else {
      throw WireError.refused("MISSING_PASSWORD")
    }
    let signedIn = try await accounts.signUp(
      email: email, password: Secret(utf8: password), displayName: request.displayName,
      linkTo: request.idToken, posting: request.idToken == nil ? nil : try context.posting(),
      client: context.client)
    return Response(signedIn.account, tokens: signedIn.tokens)
  }

  private static func create(_ request: Request, _ context: WireContext) async throws -> Response {
    var id: Account.ID?
    if let given = request.localID {
      guard let valid = Account.ID(given) else { throw WireError.refused("INVALID_LOCAL_ID") }
      id = valid
    }
    var update = AdministrativeUpdate()
    update.email = .given(request.email)
    update.displayName = .given(request.displayName)
    update.photoURL = .given(request.photoURL)
    update.phoneNumber = .given(request.phoneNumber)
    update.password = .given(request.password.map { Secret(utf8: $0) })
    update.isEmailVerified = request.isEmailVerified
    update.isDisabled = request.isDisabled
    if !request.factors.isEmpty {
      update.extras[SecondFactor.member] = try FactorObject.enrolled(request.factors, context)
    }
    return Response(
      try await context.accounts.create(id: id, update, client: context.administration), tokens: nil)
  }
}

extension Change {
  /// A member that was sent is set; one that was not stays.
  static func given(_ value: Value?) -> Change { value.map { .set($0) } ?? .keep }
}
