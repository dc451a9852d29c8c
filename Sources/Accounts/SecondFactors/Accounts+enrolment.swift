package import BramleyCrypto

/// A one-time password's secret that waits to be confirmed.
package struct OneTimePasswordEnrolment: Sendable {
  /// What the client sends back with the first password.
  package let sessionInfo: Secret
  /// The secret in base32, for the authenticator app.
  package let sharedSecret: Secret
  /// How many digits a password has.
  package let digits: Int
  /// How many seconds a password is good.
  package let period: Int
  /// Until when the enrolment can be finished.
  package let expiry: Timestamp
}

/// What is kept of it.
private struct KeptEnrolment: Codable {
  var account: String
  var secret: [UInt8]
  var misses = 0
}

extension Accounts {
  /// Begins to enrol a telephone number as second factor (wire §4.16); its code is sent as a text message.
  ///
  /// Throws `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`,
  /// `INVALID_PHONE_NUMBER`, `SECOND_FACTOR_EXISTS`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  package func beginPhoneEnrolment(
    idToken: String, phoneNumber: String, client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> PhoneChallenge {
    let caller = try await enrolling(idToken)
    try Self.check(phone: phoneNumber)
    guard !caller.account.secondFactors.contains(where: { $0.phoneNumber == phoneNumber }) else {
      throw AccountsError(
        .secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
    return try await beginPhoneVerification(
      phoneNumber, factor: Self.enrolment(caller.account.id), about: caller.account.id, client)
  }

  /// Enrols the number that the code proves; answers with tokens of a session that knows it.
  ///
  /// - Parameter posting: Makes the link that undoes it, for the mail that tells the owner.
  package func finishPhoneEnrolment(
    idToken: String, sessionInfo: String, code: String, displayName: String?, posting: Posting? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let caller = try await enrolling(idToken)
    let number = try await phoneNumber(
      provenBy: code, session: sessionInfo, factor: Self.enrolment(caller.account.id), client)
    return try await enrol(
      SecondFactor(
        id: newFactorID(), displayName: PersonName.clean(displayName), phoneNumber: number,
        enrolledAt: time.now().internetText), idToken, posting, client)
  }

  /// Begins to enrol one-time passwords as second factor.
  package func beginOneTimePasswordEnrolment(idToken: String) async throws(AccountsError)
    -> OneTimePasswordEnrolment
  {
    let caller = try await enrolling(idToken)
    guard !caller.account.secondFactors.contains(where: \.isOneTimePassword) else {
      throw AccountsError(.secondFactorExists, "One-time passwords are enrolled for this account already.")
    }
    let secret = random.bytes(20)
    let info = try await keepOnce(
      try SealedJSON.encode(KeptEnrolment(account: caller.account.id.text, secret: secret)),
      purpose: .factorEnrolment, lifetime: Self.secondFactorLifetime)
    return OneTimePasswordEnrolment(
      sessionInfo: info, sharedSecret: Secret(utf8: OneTimePassword.text(of: secret)),
      digits: OneTimePassword.digits, period: Int(OneTimePassword.period),
      expiry: time.now() + Self.secondFactorLifetime)
  }

  /// Enrols one-time passwords after the first one fits.
  ///
  /// - Parameter posting: Makes the link that undoes it, for the mail that tells the owner.
  package func finishOneTimePasswordEnrolment(
    idToken: String, sessionInfo: String, password: String, displayName: String?, posting: Posting? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let caller = try await enrolling(idToken)
    guard let bytes = try await peekOnce(sessionInfo, purpose: .factorEnrolment),
      let kept = SealedJSON.decode(KeptEnrolment.self, from: bytes), kept.account == caller.account.id.text
    else { throw AccountsError(.invalidSessionInfo) }
    let step = OneTimePassword.step(
      of: password, secret: Secret(bytes: kept.secret), at: time.now(), after: nil)
    // The secret is the caller's own: guessing at it gains nothing, so misses are not counted.
    guard let step else { throw AccountsError(.invalidCode) }
    guard try await takeOnce(sessionInfo, purpose: .factorEnrolment) != nil else {
      throw AccountsError(.invalidSessionInfo)
    }
    let id = newFactorID()
    var factor = SecondFactor(
      id: id, displayName: PersonName.clean(displayName), enrolledAt: time.now().internetText,
      sealedSecret: try vault.seal(kept.secret, for: .oneTimePassword(account: caller.account.id, id: id)))
    factor.lastStep = step
    return try await enrol(factor, idToken, posting, client)
  }

  /// Takes a second factor off the account; every session ends, and a new one opens (A33).
  ///
  /// Throws `MFA_ENROLLMENT_NOT_FOUND`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  package func withdraw(secondFactor id: String, idToken: String, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> SignedIn
  {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    let caller = try await caller(of: check)
    let window = policy.recentSignIn
    let session = draft(beside: caller.session, factor: nil, client)
    let notice = try notice(.secondFactorWithdrawn, to: caller.account, locale: client.locale, at: now)
    let isSenderRefused = delivery.isRefusedByRelay
    let changed = try await change(target(check, client, at: now), posting: notice) {
      change -> Verdict<Bool> in
      guard let asking = change.caller,
        CallerRule.isRecent(asking, of: change.account, within: window, now: now)
      else {
        return .refuse(AccountsError(.credentialTooOld))
      }
      var factors = change.account.secondFactors
      guard let index = factors.firstIndex(where: { $0.id == id }) else {
        return .refuse(AccountsError(.secondFactorNotFound))
      }
      factors.remove(at: index)
      change.account.secondFactors = factors
      change.account.validSince = Timestamp(seconds: now.seconds)
      change.ends = .all
      change.opens = session
      change.note(.accountChanged, "second factor withdrawn")
      if let notice { _ = change.post(notice, isSenderRefused: isSenderRefused, at: now) }
      return .commit(true)
    }
    return try opened(changed, at: now)
  }

  private func enrolling(_ idToken: String) async throws(AccountsError) -> Caller {
    let caller = try await caller(idToken: idToken)
    let provider = caller.session.signInProvider
    guard ![.anonymous, .phone, .custom].contains(provider) else {
      throw AccountsError(
        .unsupportedFirstFactor, "MFA is not available for the given first factor.")
    }
    guard caller.account.isEmailVerified else {
      throw AccountsError(
        .unverifiedEmail, "Need to verify email first before enrolling second factors.")
    }
    guard
      CallerRule.isRecent(
        caller.session, of: caller.account, within: policy.recentSignIn, now: time.now())
    else {
      throw AccountsError(.credentialTooOld)
    }
    guard caller.account.secondFactors.count < SecondFactor.limit else {
      throw AccountsError(.secondFactorLimitExceeded)
    }
    return caller
  }

  private func enrol(
    _ factor: SecondFactor, _ idToken: String, _ posting: Posting?, _ client: ClientFacts
  ) async throws(AccountsError) -> SignedIn {
    let now = time.now()
    let check = try check(idToken: idToken, at: now)
    let caller = try await caller(of: check)
    let session = draft(beside: caller.session, factor: factor, client)
    let notice = try enrolmentNotice(factor, caller.account, posting, client, at: now)
    let isSenderRefused = delivery.isRefusedByRelay
    let changed = try await change(target(check, client, at: now), posting: notice) {
      change -> Verdict<Bool> in
      var factors = change.account.secondFactors
      guard factors.count < SecondFactor.limit else {
        return .refuse(AccountsError(.secondFactorLimitExceeded))
      }
      guard !factors.contains(where: { $0.phoneNumber == factor.phoneNumber }) else {
        return .refuse(AccountsError(.secondFactorExists))
      }
      factors.append(factor)
      change.account.secondFactors = factors
      change.opens = session
      change.note(.accountChanged, "second factor enrolled")
      if let notice { _ = change.post(notice, isSenderRefused: isSenderRefused, at: now) }
      return .commit(true)
    }
    return try opened(changed, at: now)
  }

  /// The mail about a new factor, with a link that takes it off again where one can be made: whoever enrolled
  /// it may be a thief.
  private func enrolmentNotice(
    _ factor: SecondFactor, _ account: Account, _ posting: Posting?, _ client: ClientFacts, at now: Timestamp
  ) throws(AccountsError) -> PreparedMessage? {
    let plain = try notice(.secondFactorEnrolled, to: account, locale: client.locale, at: now)
    guard let posting, plain != nil, let email = account.email else { return plain }
    return try prepare(
      OutOfBandCode(
        purpose: .revertSecondFactorAddition, email: email, account: account.id, secondFactor: factor.id,
        at: now),
      about: account.id, lifetime: Self.codeLifetime, posting, at: now)
  }

  private func newFactorID() -> String { Base64URL.encode(random.bytes(16)) }

  private static func enrolment(_ id: Account.ID) -> String { "enrol " + id.text }

  /// A session like another, which knows by which second factor it was opened.
  func draft(beside session: Session, factor: SecondFactor?, _ client: ClientFacts) -> SessionDraft {
    SessionDraft(
      id: identifiers.sessionID(), provider: session.signInProvider, clientID: session.clientID,
      client: client, customClaims: Self.claims(of: factor), authTime: session.authTime)
  }

  /// What a session keeps of the second factor, for the claims of its tokens.
  static func claims(of factor: SecondFactor?) -> String? {
    guard let factor else { return nil }
    return CustomClaims.text([
      "firebase": .object([
        "sign_in_second_factor": .text(factor.isOneTimePassword ? "totp" : "phone"),
        "second_factor_identifier": .text(factor.id),
      ])
    ])
  }
}
