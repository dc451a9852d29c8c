package import BramleyHTTP

extension HostedPages {
  /// Every route of the pages but `/`.
  ///
  /// A path under `configuration.basePath` reaches these routes without the prefix.
  package var router: Router {
    var router = Router { _, _ in HTTPResponse(status: 404) }
    addSignIn(to: &router)
    addHandler(to: &router)
    addMailLinks(to: &router)
    addAccount(to: &router)
    addWays(to: &router)
    router.on(.get, "/assets/bramley.css") { _, _ in Assets.styleSheet() }
    if let logo = configuration.appleLogo {
      router.on(.get, RoutePattern(Assets.appleLogoPath)) { _, _ in
        Assets.file(logo.bytes, logo.contentType, maxAge: 3600)
      }
    }
    return router
  }

  private func addSignIn(to router: inout Router) {
    let signIn = SignInFlow(pages: self)
    on(.get, "/signin", in: &router, signIn.show)
    on(.post, "/signin/apple", in: &router, signIn.begin)
    let password = PasswordFlow(pages: self)
    on(.post, "/signin/password", in: &router, password.signIn)
    on(.post, "/signin/connect", in: &router, password.connect)
    on(.get, "/signup", in: &router, password.showSignUp)
    on(.post, "/signup", in: &router, password.signUp)
    let appleReturn = AppleReturn(pages: self)
    on(.post, "/__/auth/handler", isCrossSite: true, in: &router, appleReturn.park)
    on(.get, "/signin/return", in: &router, appleReturn.finish)
    let second = SecondStepFlow(pages: self)
    on(.post, "/signin/second", in: &router, second.finish)
    on(.post, "/signin/second/use", in: &router, second.choose)
  }

  private func addHandler(to router: inout Router) {
    let handler = HandlerFlow(pages: self)
    for prefix in ["/__/auth", "/emulator/auth"] {
      on(.get, RoutePattern(prefix + "/handler"), in: &router, handler.begin)
      on(.get, RoutePattern(prefix + "/iframe"), in: &router, handler.iframe)
    }
    if configuration.takesOtherProviders {
      on(.post, "/__/auth/other", in: &router, OtherProviderFlow(pages: self).signIn)
    }
    router.on(.get, "/__/auth/iframe.js") { _, _ in Assets.script(PackageResources.iframe_js) }
    router.on(.get, "/__/auth/gapi.js") { _, _ in
      Assets.script(PackageResources.gapi_js, isForEverybody: true)
    }
  }

  private func addMailLinks(to router: inout Router) {
    let action = ActionFlow(pages: self)
    on(.get, "/__/auth/action", in: &router, action.show)
    on(.post, "/__/auth/action", in: &router, action.apply)
    let forgotten = ForgottenPasswordFlow(pages: self)
    on(.get, "/forgot", in: &router, forgotten.show)
    on(.post, "/forgot", in: &router, forgotten.send)
  }

  private func addAccount(to router: inout Router) {
    let account = AccountFlow(pages: self)
    on(.get, "/account", in: &router, account.show)
    on(.post, "/account/sign-out", in: &router, account.signOut)
    on(.post, "/account/end-session", in: &router, account.endSession)
    on(.post, "/account/end-others", in: &router, account.endOthers)
    on(.post, "/account/verify", in: &router, account.verifyAddress)
    on(.get, "/account/connect", in: &router, account.askToConnect)
    on(.post, "/account/connect", in: &router, account.connect)
    on(.get, "/account/delete", in: &router, account.confirmDeletion)
    on(.post, "/account/delete", in: &router, account.delete)
    let confirmation = ConfirmationFlow(pages: self)
    on(.get, "/account/confirm", in: &router, confirmation.show)
    on(.post, "/account/confirm", in: &router, confirmation.apple)
    on(.post, "/account/confirm/password", in: &router, confirmation.password)
  }

  private func addWays(to router: inout Router) {
    let ways = WaysFlow(pages: self)
    on(.get, "/account/ways", in: &router, ways.show)
    on(.get, "/account/unlink", in: &router, ways.askToUnlink)
    on(.post, "/account/unlink", in: &router, ways.unlink)
    on(.get, "/account/password", in: &router, ways.showPassword)
    on(.post, "/account/password", in: &router, ways.savePassword)
    let factors = FactorFlow(pages: self)
    on(.post, "/account/factors/app", in: &router, factors.beginApp)
    on(.post, "/account/factors/app/confirm", in: &router, factors.finishApp)
    on(.get, "/account/factors/phone", in: &router, factors.askForNumber)
    on(.post, "/account/factors/phone", in: &router, factors.beginPhone)
    on(.post, "/account/factors/phone/confirm", in: &router, factors.finishPhone)
    on(.get, "/account/factors/remove", in: &router, factors.askToRemove)
    on(.post, "/account/factors/remove", in: &router, factors.remove)
  }

  /// Answers a mail link that a browser opens under the path of Google's emulator (R30).
  package func action(_ request: HTTPRequest) async -> HTTPResponse {
    await answer(request, route: "/emulator/action") { try await ActionFlow(pages: self).show($0) }
  }
}
