import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The links of mails: the GET shows what the button will do, the POST does it (R30).
///
/// Mail scanners and previews open links before people do; a GET changes nothing.
struct ActionFlow: Sendable {
  let pages: HostedPages

  /// Shows what a link is for.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    let visit = visit.speaking(visit.query["lang"])
    return try await answering(visit) {
      let (request, content) = try await read(visit.query)
      return ActionPage(visit: visit, pages: pages, request: request, content: content).response()
    }
  }

  /// Does it.
  func apply(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    let visit = visit.speaking(fields["lang"])
    return try await answering(visit) {
      let (request, content) = try await read(fields)
      let page = ActionPage(visit: visit, pages: pages, request: request, content: content)
      switch content.purpose {
      case .passwordReset: return try await reset(page, fields)
      case .emailSignIn: return try await signIn(page, fields)
      case .verifyEmail, .verifyAndChangeEmail, .recoverEmail, .revertSecondFactorAddition:
        _ = try await pages.apply(outOfBandCode: request.code, visit)
        return page.done()
      }
    }
  }

  /// Renders failures in the link's language, which the browser need not have asked for.
  private func answering(_ visit: Visit, _ body: () async throws -> HTTPResponse) async throws -> HTTPResponse
  {
    do {
      return try await body()
    } catch {
      let failure = (error as? AccountsError).flatMap(Self.stale) ?? PageFailure(error)
      if let reason = failure.reason { pages.log("page /__/auth/action: \(reason)") }
      return failure.page(for: visit, of: pages)
    }
  }

  private func read(_ fields: FormFields) async throws -> (ActionRequest, OutOfBandCode) {
    guard let request = ActionRequest(fields, configuration: pages.configuration) else {
      throw AccountsError(.invalidOutOfBandCode, reason: "no code")
    }
    let content = try await pages.accounts.inspect(outOfBandCode: request.code)
    guard request.mode == content.purpose.linkMode else {
      throw AccountsError(.invalidOutOfBandCode, reason: "the code is for something else")
    }
    return (request, content)
  }

  /// One page for a code that is used, too old, or none: the reasons are the log's (FR-22).
  private static func stale(_ error: AccountsError) -> PageFailure? {
    guard [.invalidOutOfBandCode, .expiredOutOfBandCode, .userNotFound].contains(error.code) else {
      return nil
    }
    let reason = error.code.rawValue + (error.reason.map { ": \($0)" } ?? "")
    return PageFailure(
      status: 400, title: .actionStaleTitle, text: .actionStaleText, action: .pageHome, reason: reason)
  }

  private func reset(_ page: ActionPage, _ fields: FormFields) async throws -> HTTPResponse {
    var page = page
    guard fields["password"] == fields["repeated"] else {
      page.problem = .pagePasswordsDiffer
      return page.response(status: 400)
    }
    do throws(AccountsError) {
      _ = try await pages.accounts.resetPassword(
        outOfBandCode: page.request.code, to: Secret(utf8: fields["password"] ?? ""),
        client: page.visit.client)
    } catch {
      guard error.code == .weakPassword else { throw error }
      page.problem = .pageWeakPassword
      return page.response(status: 400)
    }
    return page.done()
  }

  /// Hands the link on to the app that asked for it, or signs in to our own pages.
  private func signIn(_ page: ActionPage, _ fields: FormFields) async throws -> HTTPResponse {
    var page = page
    if let address = page.request.appAddress { return page.visit.redirect(away: address) }
    do throws(AccountsError) {
      let signedIn = try await pages.accounts.signIn(
        emailLink: page.request.code, email: fields["email"], client: page.visit.client)
      return await SignInEnd(pages: pages, visit: page.visit).enter(signedIn, returnTo: nil)
    } catch {
      if let pending = error.secondFactor {
        return try await SecondStepFlow(pages: pages).begin(SecondStep(pending), page.visit)
      }
      guard [.missingEmail, .invalidEmail].contains(error.code) else { throw error }
      page.problem = error.code == .missingEmail ? .pageInvalidEmail : .actionOtherAddress
      page.email = String((fields["email"] ?? "").prefix(254))
      return page.response(status: 400)
    }
  }
}
