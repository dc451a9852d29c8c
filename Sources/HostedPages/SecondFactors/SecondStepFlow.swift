import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The second factor of a sign-in on the pages.
struct SecondStepFlow: Sendable {
  let pages: HostedPages

  /// Asks for the second factor after the first; with one telephone alone the message goes out at once.
  func begin(_ step: SecondStep, _ visit: Visit) async throws -> HTTPResponse {
    let factors = try await factors(of: step)
    if factors.count == 1, let only = factors.first { return try await ask(only, step, factors, visit) }
    return SecondStepPage(visit: visit, pages: pages, step: step, factors: factors).response()
  }

  /// Takes the choice of a factor, or the wish for another message.
  func choose(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let step = try SecondStep(fields, configuration: pages.configuration)
    let factors = try await factors(of: step)
    guard let chosen = factors.first(where: { $0.id == fields["factor"] }) else {
      return SecondStepPage(visit: visit, pages: pages, step: step, factors: factors).response()
    }
    return try await ask(chosen, step, factors, visit)
  }

  private func ask(_ factor: SecondFactor, _ step: SecondStep, _ factors: [SecondFactor], _ visit: Visit)
    async throws -> HTTPResponse
  {
    var page = SecondStepPage(visit: visit, pages: pages, step: step, factors: factors, chosen: factor)
    if factor.phoneNumber != nil {
      page.session = try await pages.beginSecondFactor(
        pending: step.credential, enrolment: factor.id, visit)
    }
    return page.response()
  }

  /// Takes the code; what the first factor began goes on.
  func finish(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let step = try SecondStep(fields, configuration: pages.configuration)
    let session = fields["session"].flatMap { $0.isEmpty ? nil : $0 }
    let signedIn: SignedIn
    do throws(AccountsError) {
      signedIn = try await prove(
        step, session, factor: fields["factor"] ?? "", code: (fields["code"] ?? "").filter { $0 != " " },
        visit)
    } catch {
      guard [.invalidCode, .invalidSessionInfo, .sessionExpired].contains(error.code) else {
        throw Self.failure(error)
      }
      return try await again(step, session, fields["factor"], error.code, visit)
    }
    return try await goOn(signedIn, step, visit)
  }

  private func prove(_ step: SecondStep, _ session: String?, factor: String, code: String, _ visit: Visit)
    async throws(AccountsError) -> SignedIn
  {
    if let session {
      return try await pages.accounts.finishSecondFactor(
        pending: step.credential, sessionInfo: session, code: code, client: visit.client)
    }
    return try await pages.accounts.finishSecondFactor(
      pending: step.credential, enrolment: factor, password: code, client: visit.client)
  }

  /// The page once more; who has guessed too often finds that the sign-in is over.
  private func again(
    _ step: SecondStep, _ session: String?, _ factor: String?, _ code: AccountsError.Code, _ visit: Visit
  ) async throws -> HTTPResponse {
    let factors = try await factors(of: step)
    var page = SecondStepPage(
      visit: visit, pages: pages, step: step, factors: factors,
      chosen: factors.first { $0.id == factor })
    // A message that is used up asks for a new one; the button for that stands on the page.
    page.session = code == .invalidCode ? session : nil
    page.problem = .formWrongCode
    return page.response(status: 400)
  }

  private func goOn(_ signedIn: SignedIn, _ step: SecondStep, _ visit: Visit) async throws -> HTTPResponse {
    let end = SignInEnd(pages: pages, visit: visit)
    switch step.purpose {
    case .signIn: return try await end.answer(signedIn, client: step.client, returnTo: step.returnTo)
    case .confirm:
      return try await ConfirmationFlow(pages: pages).enter(signedIn, returnTo: step.returnTo, visit)
    case .connect:
      // The box was ticked beside the password; without it there is no such step.
      let linked = try await PasswordFlow(pages: pages).link(
        .pending(Secret(utf8: step.pendingToken ?? "")), to: signedIn,
        LinkConsent(pages: pages, language: visit.language).text, visit)
      return try await end.answer(linked, client: step.client, returnTo: step.returnTo)
    }
  }

  /// The factors that can be asked for here.
  private func factors(of step: SecondStep) async throws -> [SecondFactor] {
    let all: [SecondFactor]
    do throws(AccountsError) {
      all = try await pages.accounts.secondFactors(pending: step.credential)
    } catch {
      throw Self.failure(error)
    }
    let usable = all.filter { $0.isOneTimePassword || pages.sendsText }
    guard !usable.isEmpty else {
      throw PageFailure.notOffered("no second factor of the account can be asked for")
    }
    return usable
  }

  private static func failure(_ error: AccountsError) -> any Error {
    switch error.code {
    case .invalidPendingCredential, .secondFactorNotFound, .userNotFound:
      PageFailure.stale("second factor: \(error.code.rawValue)")
    default: error
    }
  }
}
