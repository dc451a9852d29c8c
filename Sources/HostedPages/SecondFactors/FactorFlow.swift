import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Enrolling second factors and taking them off, on the account's pages.
struct FactorFlow: Sendable {
  let pages: HostedPages

  private static let home = "/account/ways"

  /// Makes the secret of one-time passwords and shows it.
  func beginApp(_ visit: Visit) async throws -> HTTPResponse {
    _ = try FormOrigin.fields(of: visit)
    return try await stepping(visit, Self.home) { person in
      let enrolment = try await pages.accounts.beginOneTimePasswordEnrolment(
        idToken: pages.idToken(of: person))
      return FactorKeyPage(
        visit: visit, pages: pages, email: person.account.email ?? "",
        session: enrolment.sessionInfo.revealText() ?? "",
        key: enrolment.sharedSecret.revealText() ?? "", digits: enrolment.digits, period: enrolment.period
      ).response()
    }
  }

  /// Enrols one-time passwords when the first one fits.
  func finishApp(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    return try await stepping(visit, Self.home) { person in
      do throws(AccountsError) {
        let signedIn = try await pages.accounts.finishOneTimePasswordEnrolment(
          idToken: pages.idToken(of: person), sessionInfo: fields["session"] ?? "",
          password: (fields["code"] ?? "").filter { $0 != " " }, displayName: nil,
          posting: pages.posting(visit), client: visit.client)
        return await added(signedIn, visit)
      } catch {
        guard error.code == .invalidCode else { throw error }
        let key = (fields["key"] ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return FactorKeyPage(
          visit: visit, pages: pages, email: person.account.email ?? "", session: fields["session"] ?? "",
          key: String(key.prefix(64)), problem: .formWrongCode
        ).response(status: 400)
      }
    }
  }

  /// Asks for a telephone number.
  func askForNumber(_ visit: Visit) async throws -> HTTPResponse {
    try await stepping(visit, "/account/factors/phone") { person in
      guard pages.isRecent(person) else { throw AccountsError(.credentialTooOld) }
      return FactorNumberPage(visit: visit).response()
    }
  }

  /// Sends a code to it.
  func beginPhone(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    // As people write numbers; what is left must be E.164.
    let number = (fields["number"] ?? "").filter { !" -()/.".contains($0) }
    return try await stepping(visit, "/account/factors/phone") { person in
      do {
        let session = try await pages.beginPhoneEnrolment(of: person, number, visit)
        return FactorCodePage(visit: visit, number: number, session: session).response()
      } catch let error as AccountsError where error.code == .invalidPhoneNumber {
        return FactorNumberPage(
          visit: visit, number: String((fields["number"] ?? "").prefix(40)), problem: .factorInvalidNumber
        ).response(status: 400)
      }
    }
  }

  /// Enrols the number that the code proves.
  func finishPhone(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    return try await stepping(visit, Self.home) { person in
      do throws(AccountsError) {
        let signedIn = try await pages.accounts.finishPhoneEnrolment(
          idToken: pages.idToken(of: person), sessionInfo: fields["session"] ?? "",
          code: (fields["code"] ?? "").filter { $0 != " " }, displayName: nil,
          posting: pages.posting(visit), client: visit.client)
        return await added(signedIn, visit)
      } catch {
        guard error.code == .invalidCode else { throw error }
        return FactorCodePage(
          visit: visit, number: String((fields["number"] ?? "").prefix(40)), session: fields["session"] ?? "",
          problem: .formWrongCode
        ).response(status: 400)
      }
    }
  }

  /// Asks before a factor is taken off.
  func askToRemove(_ visit: Visit) async throws -> HTTPResponse {
    let id = String((visit.query["id"] ?? "").prefix(128))
    return try await stepping(visit, Self.removalPath(id)) { person in
      guard pages.isRecent(person) else { throw AccountsError(.credentialTooOld) }
      guard person.account.secondFactors.contains(where: { $0.id == id }) else {
        return visit.redirect(to: Self.home)
      }
      return QuestionPage(
        visit: visit, title: .factorRemoveTitle, lead: .pageDeleteSessions, button: .pageRemove,
        action: "/account/factors/remove", fields: ["id": id], back: Self.home, backLabel: .pageWaysTitle
      ).response()
    }
  }

  /// Takes it off.
  func remove(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let id = String((fields["id"] ?? "").prefix(128))
    return try await stepping(visit, Self.removalPath(id)) { person in
      let signedIn = try await pages.accounts.withdraw(
        secondFactor: id, idToken: pages.idToken(of: person), client: visit.client)
      return await SignInEnd(pages: pages, visit: visit)
        .enter(signedIn, returnTo: Self.home + "?notice=\(Notice.factorRemoved.rawValue)")
    }
  }

  private static func removalPath(_ id: String) -> String {
    let query: FormFields = ["id": id]
    return "/account/factors/remove?" + query.encoded
  }

  private func added(_ signedIn: SignedIn, _ visit: Visit) async -> HTTPResponse {
    await SignInEnd(pages: pages, visit: visit)
      .enter(signedIn, returnTo: Self.home + "?notice=\(Notice.factorAdded.rawValue)")
  }

  /// Runs a step of who is signed in; a refusal that another page can mend leads there.
  private func stepping(
    _ visit: Visit, _ page: String, _ step: (Caller) async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else { return pages.askToSignIn(visit, page) }
    do {
      return try await step(person)
    } catch let error as AccountsError {
      switch error.code {
      case .secondFactorNotFound, .secondFactorExists, .secondFactorLimitExceeded, .unverifiedEmail,
        .unsupportedFirstFactor, .invalidSessionInfo, .sessionExpired:
        return visit.redirect(to: Self.home)
      default:
        guard let answer = pages.answer(to: error, visit, page) else { throw error }
        return answer
      }
    }
  }
}
