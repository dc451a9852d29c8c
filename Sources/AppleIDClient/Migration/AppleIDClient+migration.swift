public import AppleIdentity
import BramleyCrypto
import BramleyHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension AppleIDClient: AppleMigrationService {
  /// Asks, as the sending team, for the identifier by which the receiving team finds a person.
  public func transferIdentifier(
    for subject: AppleSubject, to team: TeamID, clientID: String
  ) async throws(AppleServiceError) -> String {
    let members = try await migrate(["sub": subject.rawValue, "target": team.rawValue], clientID: clientID)
    guard let identifier = members.transferSubject, !identifier.isEmpty else {
      throw MigrationAnswerMembers.incomplete("transfer_sub")
    }
    return identifier
  }

  /// Asks, as the receiving team, who a person is here.
  public func person(
    withTransferIdentifier identifier: String, clientID: String
  ) async throws(AppleServiceError) -> AppleMigratedPerson {
    let members = try await migrate(["transfer_sub": identifier], clientID: clientID)
    guard let subject = members.subject, !subject.isEmpty else {
      throw MigrationAnswerMembers.incomplete("sub")
    }
    return AppleMigratedPerson(
      subject: AppleSubject(subject), email: members.email, isPrivateEmail: members.isPrivateEmail)
  }

  private func migrate(
    _ fields: FormFields, clientID: String
  ) async throws(AppleServiceError) -> MigrationAnswerMembers {
    let token = try await migrationToken(for: clientID)
    do throws(AppleServiceError) {
      return try await ask(fields, clientID: clientID, token: token)
    } catch  where error.code == .invalidGrant {
      // The access token may have ended early; a second one tells.
      await migrationTokens.drop(token, of: clientID)
      return try await ask(fields, clientID: clientID, token: migrationToken(for: clientID))
    }
  }

  private func ask(
    _ fields: FormFields, clientID: String, token: Secret
  ) async throws(AppleServiceError) -> MigrationAnswerMembers {
    let answer = try await call(
      .migration, at: endpoints.userMigration, .userMigration, clientID: clientID, fields: fields,
      bearer: token, repeating: .always)
    do {
      return try JSONDecoder().decode(MigrationAnswerMembers.self, from: Data(answer.body))
    } catch {
      throw MigrationAnswerMembers.incomplete("readable members")
    }
  }

  private func migrationToken(for clientID: String) async throws(AppleServiceError) -> Secret {
    try await migrationTokens.token(for: clientID, at: clock.now()) { [self] in
      do throws(AppleServiceError) {
        let answer = try await call(
          .migrationToken, at: endpoints.token, .token, clientID: clientID,
          fields: ["grant_type": "client_credentials", "scope": "user.migration"], repeating: .always)
        let members = try TokenAnswerMembers.read(answer)
        guard let token = members.accessToken, !token.isEmpty else {
          throw TokenAnswerMembers.incomplete("access_token")
        }
        // Given up a minute early, so that none ends on the way.
        let life = min(max(members.expiresInSeconds ?? 3600, 0), 86_400) - 60
        return .success((Secret(utf8: token), clock.now().addingTimeInterval(life)))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// What Apple's migration endpoint answers with, in both directions.
private struct MigrationAnswerMembers: Decodable {
  let transferSubject: String?
  let subject: String?
  let email: String?
  let isPrivateEmail: Bool

  enum CodingKeys: String, CodingKey {
    case email
    case transferSubject = "transfer_sub"
    case subject = "sub"
    case isPrivateEmail = "is_private_email"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    transferSubject = try container.decodeIfPresent(String.self, forKey: .transferSubject)
    subject = try container.decodeIfPresent(String.self, forKey: .subject)
    email = try container.decodeIfPresent(String.self, forKey: .email)
    // Apple's flags come as Booleans and as text.
    let flag = try? container.decodeIfPresent(Bool.self, forKey: .isPrivateEmail)
    let text = try? container.decodeIfPresent(String.self, forKey: .isPrivateEmail)
    isPrivateEmail = flag ?? (text == "true")
  }

  static func incomplete(_ member: String) -> AppleServiceError {
    AppleServiceError(
      .malformed, fault: .apple, message: "Apple's migration endpoint answered 200 without \(member).")
  }
}
