import BramleyCrypto

extension Accounts {
  private static let lifetime: Duration = .seconds(600)
  private static let tolerance = 5

  /// Begins to verify a telephone number (wire §4.13).
  ///
  /// The code is posted as a text message in the same transaction, where text messages are configured.
  ///
  /// Throws `INVALID_PHONE_NUMBER`.
  package func beginPhoneVerification(_ number: String, client: ClientFacts = ClientFacts())
    async throws(AccountsError) -> PhoneChallenge
  {
    try await beginPhoneVerification(number, factor: nil, about: nil, client)
  }

  func beginPhoneVerification(
    _ number: String, factor: String?, about account: Account.ID?, _ client: ClientFacts
  ) async throws(AccountsError) -> PhoneChallenge {
    try Self.check(phone: number)
    try await admit(.text, for: .textNumber, number, client)
    let now = time.now()
    let code = Self.sixDigits(random)
    let (sessionInfo, row) = try oneTime(
      try SealedJSON.encode(PhoneVerification(phoneNumber: number, code: code, factor: factor)),
      purpose: .phoneCode, lifetime: Self.lifetime)
    if sendsText {
      var message = OutgoingMessage(
        kind: .phoneCode, recipient: number, locale: client.locale, expiresAt: row.key.expiry)
      message.code = code
      message.sessionInfo = sessionInfo.revealText()
      let job = try draft(message, account: account, at: now)
      try await post(PreparedMessage(message: message, code: row, job: job), at: now)
    } else {
      let isKept = try await stored { (store) throws(StoreError) in
        try await store.keep(row.payload ?? [], purpose: .phoneCode, key: row.key)
      }
      guard isKept else { throw AccountsError(.unavailable, reason: "a random handle came twice") }
    }
    return PhoneChallenge(phoneNumber: number, sessionInfo: sessionInfo, code: Secret(utf8: code))
  }

  /// Whether a verification still waits for its code.
  package func isWaiting(phoneSession sessionInfo: String) async throws(AccountsError) -> Bool {
    try await peekOnce(sessionInfo, purpose: .phoneCode) != nil
  }

  /// The number that a code proves; used up by the right code, or by five wrong ones.
  ///
  /// Each look takes the verification out and puts it back after a miss, so that many guesses at once are
  /// not more guesses: those that find nothing are refused.
  func phoneNumber(provenBy code: String, session sessionInfo: String, factor: String?, _ client: ClientFacts)
    async throws(AccountsError) -> String
  {
    try await admit(.code, client)
    guard let key = Self.key(ofHandle: sessionInfo) else { throw AccountsError(.invalidSessionInfo) }
    guard key.expiry > time.now() else { throw AccountsError(.sessionExpired) }
    guard let bytes = try await takeOnce(sessionInfo, purpose: .phoneCode),
      var kept = SealedJSON.decode(PhoneVerification.self, from: bytes)
    else { throw AccountsError(.invalidSessionInfo) }
    let isMeant = kept.factor == factor
    if isMeant, constantTimeEquals(kept.code, code) { return kept.phoneNumber }
    kept.misses += 1
    if kept.misses < Self.tolerance {
      let sealed = try vault.seal(try SealedJSON.encode(kept), for: .oneTime(.phoneCode))
      _ = try await stored { (store) throws(StoreError) in
        try await store.keep(sealed, purpose: .phoneCode, key: key)
      }
    }
    throw AccountsError(isMeant ? .invalidCode : .invalidSessionInfo)
  }

  /// Six digits without bias: draws above the greatest multiple of a million are thrown away.
  private static func sixDigits(_ random: any RandomSource) -> String {
    while true {
      let draw = random.bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard draw < 4_294_000_000 else { continue }
      let digits = String(draw % 1_000_000)
      return String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
