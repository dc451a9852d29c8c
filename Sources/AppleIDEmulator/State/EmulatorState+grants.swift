import BramleyCrypto
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What agreeing to a request led to.
struct Authorization: Sendable {
  let grant: Grant
  let client: Client
  let account: AppleAccount
  /// Whether name and address are told this time.
  let isFirst: Bool
}

extension EmulatorState {
  /// Records that a person agreed: opens a grant, or uses the one that stands.
  ///
  /// The scopes and the choice of address of the first authorization stay for as long as the grant.
  mutating func authorize(
    _ account: AppleAccount, client: Client, scopes: Set<AuthorizationScope>, hidesEmail: Bool, now: Date
  ) -> Authorization {
    let key = Grant.key(account: account.id, group: client.group)
    if var grant = grants[key], grant.isActive {
      grant.lastAuthorizedAt = now
      grants[key] = grant
      return Authorization(grant: grant, client: client, account: account, isFirst: false)
    }
    let grant = Grant(
      accountID: account.id, group: client.group, firstClientID: client.clientID, scopes: scopes,
      hidesEmail: hidesEmail && !account.isManaged, epoch: (grants[key]?.epoch ?? 0) + 1,
      firstAuthorizedAt: now, lastAuthorizedAt: now, revokedAt: nil)
    grants[key] = grant
    return Authorization(grant: grant, client: client, account: account, isFirst: true)
  }

  /// Ends a grant; its codes and tokens die with its epoch.
  ///
  /// - Returns: Whether there was one to end.
  @discardableResult
  mutating func endGrant(_ key: String, now: Date) -> Bool {
    guard var grant = grants[key], grant.isActive else { return false }
    grant.revokedAt = now
    grants[key] = grant
    return true
  }

  /// Whether a code or token of that grant still counts.
  func isAlive(_ reference: GrantReference) -> Bool {
    guard let grant = grants[reference.key], grant.isActive, grant.epoch == reference.epoch,
      accounts[grant.accountID]?.deletedAt == nil
    else { return false }
    return true
  }

  /// What tokens of a grant say about the person towards a team.
  mutating func profile(of grant: Grant, team: String, random: any RandomSource, now: Date) -> PersonClaims? {
    guard let account = accounts[grant.accountID] else { return nil }
    var claims = PersonClaims(subject: subject(of: account, team: team))
    claims.transferSubject = openTransfer(group: grant.group, to: team, now: now).flatMap { transfer in
      grant.firstAuthorizedAt <= transfer.acceptedAt
        ? Subject.transferText(
          account: account.id, from: transfer.fromTeam, to: team, minuteOfDay: account.minuteOfDay) : nil
    }
    if account.isManaged {
      claims.organization = "ORG" + SchoolNumber.text(of: account)
      claims.email = settings.managedEmail.text(account.email)
      claims.isEmailVerified = settings.managedEmail == .present
    } else {
      claims.isPrivateEmail = grant.hidesEmail
      claims.email =
        grant.hidesEmail ? relay(of: account, team: team, random: random).address : account.email
    }
    if !grant.scopes.contains(.email) {
      claims.email = nil
      claims.isPrivateEmail = false
    }
    return claims
  }

  /// The relay address of a person towards a team, made at first use.
  mutating func relay(of account: AppleAccount, team: String, random: any RandomSource) -> RelayAddress {
    let key = RelayAddress.key(account: account.id, team: team)
    if let relay = relays[key] { return relay }
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
    let local = random.bytes(10).map { alphabet[Int($0) % alphabet.count] }
    let relay = RelayAddress(
      address: String(decoding: local, as: UTF8.self) + "@" + settings.relayDomain,
      accountID: account.id, teamID: team, isForwarding: true)
    relays[key] = relay
    return relay
  }
}
