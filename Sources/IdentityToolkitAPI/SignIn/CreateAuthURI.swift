import Accounts
import BramleyCrypto

/// `accounts:createAuthUri`: which ways to sign in an address has (wire §4.5).
///
/// The start of a redirect sign-in by `providerId` belongs to the handler page and is not offered here.
enum CreateAuthURI {
  struct Request: WireRequest {
    var identifier: String?
    var continueURI: String?
    var namesProvider: Bool
    var sessionID: String?

    init(_ fields: WireFields) throws {
      identifier = try fields.text("identifier")
      continueURI = try fields.text("continueUri")
      namesProvider = try fields.unoffered("providerId")
      sessionID = try fields.text("sessionId")
    }
  }

  struct Response: WireResponse {
    let kind = "identitytoolkit#CreateAuthUriResponse"
    var allProviders: [String]?
    var signinMethods: [String]?
    var registered: Bool?
    let sessionId: String
  }

  static let operation = Operation(
    "accounts.createAuthUri", "Tells the ways to sign in of an address, unless addresses are protected.",
    [.v1("accounts:createAuthUri"), .v3("createAuthUri")], .key(administrator: .accountsRead)
  ) { (request: Request, context) in
    if request.namesProvider {
      throw WireError.notImplemented("Start a sign-in with a provider at /__/auth/handler.")
    }
    guard let identifier = request.identifier, !identifier.isEmpty else {
      throw WireError.refused("MISSING_IDENTIFIER")
    }
    guard let uri = request.continueURI, !uri.isEmpty else { throw WireError.refused("MISSING_CONTINUE_URI") }
    guard let address = EmailAddress.normalized(identifier) else {
      throw WireError.refused("INVALID_IDENTIFIER")
    }
    // Its domain is not judged: nothing leads there, and Apple's SDK names a page of Google's in every request.
    guard AbsoluteURL.isValid(uri) else { throw WireError.refused("INVALID_CONTINUE_URI") }
    var response = Response(
      sessionId: request.sessionID ?? Base64URL.encode(context.api.random.bytes(20)))
    // Under enumeration protection nothing is said, and so nothing is looked up (R29).
    guard !context.accounts.protectsEnumeration else { return response }
    try await context.accounts.admit(.signIn, context.client)
    let account = try await context.accounts.accounts(by: [.email(address)]).first
    response.registered = account != nil
    response.signinMethods = account.map { methods(of: $0, context) } ?? []
    response.allProviders = account.map { providers(of: $0, context) } ?? []
    return response
  }

  private static func providers(of account: Account, _ context: WireContext) -> [String] {
    // With several accounts per address only the address's own ways can be told (wire §4.5).
    let identities = context.accounts.onePerEmail ? account.providers.map(\.rawValue) : []
    return (account.hasPasswordProvider ? ["password"] : []) + identities
  }

  private static func methods(of account: Account, _ context: WireContext) -> [String] {
    let own =
      (account.passwordHash == nil ? [] : ["password"]) + (account.hasEmailLinkSignIn ? ["emailLink"] : [])
    return own + providers(of: account, context).filter { $0 != "password" }
  }
}

/// The form of addresses that a client names and that we write into links, and never fetch (A39).
enum AbsoluteURL {
  /// Whether a text has a scheme of letters and a host, and no spaces or control characters.
  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= 2048, let slashes = text.firstRange(of: "://"),
      slashes.lowerBound > text.startIndex, slashes.upperBound < text.endIndex,
      text[..<slashes.lowerBound].utf8.allSatisfy({ (0x61...0x7a).contains($0 | 0x20) || $0 == 0x2d }),
      text[slashes.upperBound...].first != "/"
    else { return false }
    return text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f }
  }
}
