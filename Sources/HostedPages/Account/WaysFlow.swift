import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

/// The ways in of an account: what there is, what can be added, what can be removed.
struct WaysFlow: Sendable {
  let pages: HostedPages

  /// Shows them with the second factors.
  func show(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else {
      return pages.askToSignIn(visit, "/account/ways")
    }
    let notice = visit.query["notice"].flatMap(Notice.init(rawValue:))
    return WaysPage(visit: visit, pages: pages, person: person, notice: notice).response()
  }

  /// Asks before a way is removed; the last one is not.
  func askToUnlink(_ visit: Visit) async throws -> HTTPResponse {
    let id = visit.query["provider"] ?? ""
    let here = Self.unlinkPath(id)
    guard let person = try await pages.person(of: visit) else { return pages.askToSignIn(visit, here) }
    guard let way = Self.removable(id, of: person.account) else { return visit.redirect(to: "/account/ways") }
    guard pages.isRecent(person) else { return pages.askToConfirm(visit, here) }
    let name = ["provider": way.name(visit.language), "app": pages.configuration.name]
    let isLast = WayIn.all(of: person.account).count < 2
    var page = QuestionPage(
      visit: visit, title: .pageUnlinkTitle, lead: isLast ? .pageUnlinkLast : .pageUnlinkLead, values: name,
      button: .pageRemove, action: "/account/unlink", fields: ["provider": id], back: "/account/ways",
      backLabel: .pageWaysTitle)
    if id == ProviderID.apple.rawValue, !isLast { page.consequence = .pageDeleteApple }
    page.isOffered = !isLast
    return page.response()
  }

  /// Removes a way.
  func unlink(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    let id = fields["provider"] ?? ""
    guard let way = Self.removable(id, of: person.account), WayIn.all(of: person.account).count > 1 else {
      return visit.redirect(to: "/account/ways")
    }
    // The domain asks for it only at the last way; a page that stood open must not be enough for any.
    guard pages.isRecent(person) else { return pages.askToConfirm(visit, Self.unlinkPath(id)) }
    var update = AccountUpdate()
    if case .password = way {
      // The address stays: it is not only a way in.
      update.password = .clear
    } else {
      update.unlink = [ProviderID(rawValue: id)]
    }
    return try await change(person, update, .unlinked, Self.unlinkPath(id), visit)
  }

  /// Shows the form of a new password.
  func showPassword(_ visit: Visit) async throws -> HTTPResponse {
    guard let person = try await pages.person(of: visit) else {
      return pages.askToSignIn(visit, "/account/password")
    }
    guard Self.mayHavePassword(person.account, pages) else { return visit.redirect(to: "/account/ways") }
    guard pages.isRecent(person) else { return pages.askToConfirm(visit, "/account/password") }
    return PasswordPage(visit: visit, pages: pages, account: person.account).response()
  }

  /// Sets it; every other session ends (A33).
  func savePassword(_ visit: Visit) async throws -> HTTPResponse {
    let fields = try FormOrigin.fields(of: visit)
    guard let person = try await pages.person(of: visit) else { return pages.leave(visit, .ended) }
    guard Self.mayHavePassword(person.account, pages) else { return visit.redirect(to: "/account/ways") }
    var page = PasswordPage(visit: visit, pages: pages, account: person.account)
    guard fields["password"] == fields["repeated"] else {
      page.problem = .pagePasswordsDiffer
      return page.response(status: 400)
    }
    var update = AccountUpdate()
    update.password = .set(Secret(utf8: fields["password"] ?? ""))
    do throws(AccountsError) {
      return try await change(person, update, .passwordSaved, "/account/password", visit)
    } catch {
      guard error.code == .weakPassword else { throw error }
      page.problem = .pageWeakPassword
      return page.response(status: 400)
    }
  }

  private func change(
    _ person: Caller, _ update: AccountUpdate, _ notice: Notice, _ page: String, _ visit: Visit
  ) async throws(AccountsError) -> HTTPResponse {
    let next = "/account/ways?notice=\(notice.rawValue)"
    do throws(AccountsError) {
      let updated = try await pages.accounts.update(
        idToken: pages.idToken(of: person), update, client: visit.client)
      guard let tokens = updated.tokens else { return visit.redirect(to: next) }
      return await SignInEnd(pages: pages, visit: visit).enter(tokens.session, returnTo: next)
    } catch {
      guard let answer = pages.answer(to: error, visit, page) else { throw error }
      return answer
    }
  }

  private static func unlinkPath(_ id: String) -> String {
    let query: FormFields = ["provider": String(id.prefix(64))]
    return "/account/unlink?" + query.encoded
  }

  private static func removable(_ id: String, of account: Account) -> WayIn? {
    WayIn.all(of: account).first { $0.id == id && $0.isRemovable }
  }

  /// A password needs an address that mail reaches: not one of Apple's relay addresses.
  static func mayHavePassword(_ account: Account, _ pages: HostedPages) -> Bool {
    guard pages.accounts.policy.allowsPasswords, let email = account.email else { return false }
    return !account.identities.contains { $0.isPrivateEmail && $0.email == email }
  }
}
