import BramleyCrypto

extension Accounts {
  private static let proofLifetime: Duration = .seconds(3600)

  /// Signs in by the code of a text message, or gives the number to the account of an ID token (wire §4.13).
  ///
  /// Throws `INVALID_SESSION_INFO`, `SESSION_EXPIRED`, `INVALID_CODE`, `USER_DISABLED`,
  /// `UNSUPPORTED_FIRST_FACTOR`, and what ``caller(idToken:)`` throws.
  package func signIn(
    phoneSession sessionInfo: String, code: String, linkTo idToken: String? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> PhoneSignInOutcome {
    let now = time.now()
    var check: CallerCheck?
    if let idToken {
      check = try self.check(idToken: idToken, at: now)
      if let check { _ = try await caller(of: check) }
    }
    let number = try await phoneNumber(provenBy: code, session: sessionInfo, factor: nil, client)
    guard let check else { return .signedIn(try await enter(phone: number, client, at: now)) }
    do throws(AccountsError) {
      return .signedIn(try await link(phone: number, check, client, at: now))
    } catch  where error.code == .phoneNumberExists {
      let proof = try await keepOnce(
        Array(number.utf8), purpose: .phoneProof, lifetime: Self.proofLifetime)
      return .belongsToAnother(phoneNumber: number, temporaryProof: proof, lifetime: Self.proofLifetime)
    }
  }

  /// Signs in by the proof that an earlier conflict left; with an ID token it is the same conflict again.
  ///
  /// Throws `INVALID_TEMPORARY_PROOF`, `PHONE_NUMBER_EXISTS`, `USER_DISABLED`.
  package func signIn(
    temporaryProof: String, phoneNumber: String, linkTo idToken: String? = nil,
    client: ClientFacts = ClientFacts()
  ) async throws(AccountsError) -> SignedIn {
    let now = time.now()
    var check: CallerCheck?
    if let idToken { check = try self.check(idToken: idToken, at: now) }
    guard let seen = try await peekOnce(temporaryProof, purpose: .phoneProof),
      String(decoding: seen, as: UTF8.self) == phoneNumber
    else { throw AccountsError(.invalidTemporaryProof) }
    if let check { return try await link(phone: phoneNumber, check, client, at: now) }
    guard try await takeOnce(temporaryProof, purpose: .phoneProof) != nil else {
      throw AccountsError(.invalidTemporaryProof)
    }
    return try await enter(phone: phoneNumber, client, at: now)
  }

  private func enter(phone: String, _ client: ClientFacts, at now: Timestamp) async throws(AccountsError)
    -> SignedIn
  {
    if let known = try await accounts(by: [.phone(phone)]).first {
      let session = SessionDraft(id: identifiers.sessionID(), provider: .phone, client: client)
      let changed = try await change(target(known.id, client, at: now)) { change -> Verdict<Bool> in
        guard change.account.phoneNumber == phone else { return .refuse(AccountsError(.invalidSessionInfo)) }
        guard !change.account.isDisabled else { return .refuse(AccountsError(.userDisabled)) }
        // A text message alone is one factor; it must not stand for the second as well (wire §4.13).
        guard change.account.secondFactors.isEmpty else {
          return .refuse(AccountsError(.unsupportedFirstFactor, Self.noPhoneFirst))
        }
        change.account.lastLoginAt = now
        change.opens = session
        change.note(.signedIn, ProviderID.phone.rawValue)
        return .commit(true)
      }
      return try opened(changed, at: now)
    }
    var account = Account(id: identifiers.accountID(), createdAt: now)
    account.lastLoginAt = now
    account.phoneNumber = phone
    return try await create(account, provider: .phone, client: client, at: now)
  }

  private func link(phone: String, _ check: CallerCheck, _ client: ClientFacts, at now: Timestamp)
    async throws(AccountsError) -> SignedIn
  {
    let session = SessionDraft(id: identifiers.sessionID(), provider: .phone, client: client)
    let changed = try await change(target(check, client, at: now)) { change -> Verdict<Bool> in
      guard change.account.secondFactors.isEmpty else {
        return .refuse(AccountsError(.unsupportedFirstFactor, Self.noPhoneFirst))
      }
      change.account.phoneNumber = phone
      change.account.isAnonymous = false
      change.account.deletesAt = nil
      change.account.lastLoginAt = now
      change.opens = session
      change.note(.identityLinked, ProviderID.phone.rawValue)
      return .commit(true)
    }
    return try opened(changed, at: now)
  }

  private static let noPhoneFirst =
    "A phone number cannot be set as a first factor on an SMS based MFA user."
}
