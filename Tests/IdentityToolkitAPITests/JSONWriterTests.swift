import Accounts
import BramleyCrypto
import Foundation
import Testing

@testable import IdentityToolkitAPI

@Suite("Answers that are written directly")
struct JSONWriterTests {
  private static let odd = "\"\\/\u{0}\u{1}\u{1f}\n\t\u{7f}é🙂\u{2028}\u{202e}"

  /// An account with something in every member.
  private func account() throws -> Account {
    var account = Account(id: try #require(Account.ID("id \"1\"")), createdAt: Timestamp(milliseconds: 1))
    account.email = "a@example.com"
    account.isEmailVerified = true
    account.initialEmail = "b@example.com"
    account.displayName = Self.odd
    account.photoURL = "https://x.example/p"
    account.phoneNumber = "+12025550123"
    account.passwordHash = "hash"
    account.passwordUpdatedAt = Timestamp(milliseconds: 2)
    account.validSince = Timestamp(seconds: 3)
    account.lastLoginAt = Timestamp(milliseconds: 4)
    account.lastRefreshAt = Timestamp(milliseconds: 5)
    account.isDisabled = true
    account.isCustomAuth = true
    account.hasEmailLinkSignIn = true
    account.customAttributes = #"{"a":"b"}"#
    for name in ["screenName", "language", "timeZone", "dateOfBirth"] { account.extras[name] = name }
    account.secondFactors = [
      SecondFactor(id: "f1", displayName: "Phone", phoneNumber: "+12025550124", enrolledAt: "2026"),
      SecondFactor(id: "f2", sealedSecret: [1]),
    ]
    account.upsert(identity())
    return account
  }

  private func identity() -> Identity {
    var identity = Identity(
      key: .init(provider: .apple, issuer: "https://appleid.apple.com", team: "T", subject: "s"))
    identity.email = "a@example.com"
    identity.isEmailVerified = true
    identity.displayName = Self.odd
    identity.photoURL = "p"
    identity.screenName = "n"
    return identity
  }

  private func tokens() -> SessionTokens {
    SessionTokens(
      idToken: Secret(utf8: "a.b.c"), refreshToken: Secret(utf8: "r"), lifetime: .seconds(3600),
      session: Session.ID(number: 1))
  }

  /// The same members with the same values, and every member that the type has.
  private func expectSame(_ response: some WireResponse, members: Int? = nil) throws {
    let direct = response.encoded()
    let expected = JSON(parsing: WireEncoding.bytes(response))
    #expect(JSON(parsing: direct) == expected)
    #expect((try? JSONSerialization.jsonObject(with: Data(direct))) != nil)
    if let members { #expect(expected.object?.count == members) }
  }

  @Test("a record with everything, and one with nothing, as Foundation writes them")
  func lookup() throws {
    let full = Lookup.Response([try account()])
    try expectSame(full)
    #expect(
      JSON(parsing: full.encoded())["users"]?[0]?.object?.count
        == Mirror(reflecting: UserRecord(try account())).children.count)
    let empty = Account(id: try #require(Account.ID("x")), createdAt: Timestamp(milliseconds: 0))
    try expectSame(Lookup.Response([empty, try account()]))
    try expectSame(Lookup.Response([]))
  }

  @Test("a sign-in with everything, and one with little, as Foundation writes them")
  func signIn() throws {
    var profile = ProviderProfile(identity: identity(), rawUserInfo: #"{"sub":"s"}"#)
    try expectSame(SignInWithIdPResponse(profile))
    profile.identityToken = "t"
    profile.accessToken = "h"
    profile.givenName = "G"
    profile.familyName = Self.odd
    var full = SignInWithIdPResponse(profile)
    full.localId = "x"
    full.isNewUser = true
    full.needConfirmation = true
    full.verifiedProvider = ["apple.com", Self.odd]
    full.errorMessage = "EMAIL_EXISTS"
    full.pendingToken = "p"
    let members = TokenMembers(tokens())
    (full.idToken, full.refreshToken, full.expiresIn) = (
      members.idToken, members.refreshToken, members.expiresIn
    )
    try expectSame(full, members: Mirror(reflecting: full).children.count)
    full.verifiedProvider = []
    try expectSame(full)
  }

  @Test("a refresh as Foundation writes it")
  func refresh() async throws {
    let wire = try TestWire()
    let session = try await wire.accounts.refresh(Secret(utf8: await wire.signIn().refreshToken))
    let response = TokenResponse(session, projectNumber: "12345")
    try expectSame(response, members: Mirror(reflecting: response).children.count)
  }
}
