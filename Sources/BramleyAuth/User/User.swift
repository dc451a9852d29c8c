public import Foundation

/// The signed-in person's account, as this device knows it; ``reload()`` asks the service.
public final class User: @unchecked Sendable {  // record guarded by lock
  /// The identifier of the account.
  public let uid: String
  let engine: SessionEngine
  private let lock = NSLock()
  private var record: AccountRecord

  init(_ record: AccountRecord, engine: SessionEngine) {
    uid = record.localId
    self.record = record
    self.engine = engine
  }

  func replace(_ new: AccountRecord) { lock.withLock { record = new } }

  private func read<Value>(_ path: KeyPath<AccountRecord, Value>) -> Value {
    lock.withLock { record[keyPath: path] }
  }

  /// The name.
  public var displayName: String? { read(\.displayName) }
  /// The address; Apple's relay where the person hides it.
  public var email: String? { read(\.email) }
  /// Whether the address was proven.
  public var isEmailVerified: Bool { read(\.emailVerified) ?? false }
  /// The address of a picture.
  public var photoURL: URL? { read(\.photoUrl).flatMap(URL.init(string:)) }
  /// The ways in.
  public var providerData: [UserInfo] { read(\.providerUserInfo) ?? [] }
  /// Whether the account has no way in but this session.
  public var isAnonymous: Bool { providerData.isEmpty && email == nil }
  /// When the account was made and last signed in to.
  public var metadata: UserMetadata { UserMetadata(lock.withLock { record }) }

  /// A token that proves to other services who is signed in; replaced before it runs out.
  public func getIDToken(forcingRefresh: Bool = false) async throws(AuthError) -> String {
    try await mine()
    return try await engine.fresh(forcing: forcingRefresh).idToken
  }

  /// Asks the service for the account.
  public func reload() async throws(AuthError) {
    try await mine()
    try await engine.reload()
  }

  /// Adds a way in.
  ///
  /// - Parameters:
  ///   - credential: The proof; a used one of Apple is not taken again.
  ///   - consent: What the person agreed to; a service that wants it refuses the link otherwise.
  /// - Throws: ``AuthErrorCode/credentialAlreadyInUse`` with ``AuthError/updatedCredential`` to sign in with
  ///   instead; ``AuthErrorCode/providerAlreadyLinked`` without asking the service.
  @discardableResult public func link(
    with credential: AuthCredential, consent: ConsentStatement? = nil
  ) async throws(AuthError) -> AuthDataResult {
    try await mine()
    return try await engine.link(credential, consent: consent)
  }

  /// Removes a way in; unlinking Apple revokes the app's authorization there.
  @discardableResult public func unlink(fromProvider provider: String) async throws(AuthError) -> User {
    try await mine()
    try await engine.unlink(provider)
    return self
  }

  /// Proves again that the person is there.
  ///
  /// - Throws: ``AuthErrorCode/userMismatch`` for another person's credential.
  @discardableResult public func reauthenticate(
    with credential: AuthCredential
  ) async throws(AuthError) -> AuthDataResult {
    try await mine()
    return try await engine.reauthenticate(credential)
  }

  /// Deletes the account as it is; see ``deleteAccount(authorizing:)`` for the whole flow.
  public func delete() async throws(AuthError) {
    try await mine()
    try await engine.deleteOnly()
  }

  /// A change of name or picture; set and call ``ProfileChangeRequest/commitChanges()``.
  public func createProfileChangeRequest() -> ProfileChangeRequest { ProfileChangeRequest(self) }

  /// Sets a new password; wants a recent sign-in.
  public func updatePassword(to password: String) async throws(AuthError) {
    try await mine()
    try await engine.update { $0.password = password }
  }

  /// Sets a new address; wants a recent sign-in.
  public func updateEmail(to email: String) async throws(AuthError) {
    try await mine()
    try await engine.update { $0.email = email }
  }

  /// Mails a link that proves the address.
  public func sendEmailVerification() async throws(AuthError) {
    try await mine()
    let _: WireAnswers.Nothing = try await engine.authorized(.sendOobCode) {
      WireBodies.OobCode(requestType: "VERIFY_EMAIL", idToken: $0)
    }
  }

  /// An object of an earlier session must not act on another person's account.
  func mine() async throws(AuthError) {
    guard try await engine.current().account.localId == uid else {
      throw AuthError(.nullUser, "This person is no longer signed in.")
    }
  }
}
