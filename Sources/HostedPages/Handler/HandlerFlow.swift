import Accounts
import BramleyCrypto
import BramleyHTTP
import Phrases

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The handler and iframe pages of the Firebase SDKs, with Apple behind them (wire §7, R38–R40).
struct HandlerFlow: Sendable {
  let pages: HostedPages

  /// Sends the window on to Apple. Whatever comes of it reaches nobody but the page or app named here.
  func begin(_ visit: Visit) async throws -> HTTPResponse {
    let query = visit.query
    let request: HandlerRequest
    do throws(HandlerRefusal) {
      request = try HandlerRequest(
        query, configuration: pages.configuration, bundleIDs: pages.accounts.policy.apple.bundleIDs)
    } catch {
      return refuse(error)
    }
    guard request.provider.lowercased() == "apple.com" else {
      return try await OtherProviderFlow(pages: pages).show(request, visit)
    }
    return try await AppleFlow(pages: pages, visit: visit)
      .begin(.handler, extras: request.extras, scopes: HandlerRequest.scopes(query))
  }

  /// Hands the event over. What it carries is a one-time handle and the session id that makes it good.
  func deliver(_ answer: ParkedAnswer, _ flow: WebFlow, _ visit: Visit) async throws -> HTTPResponse {
    guard let request = HandlerRequest(flow) else { throw PageFailure.stale("carries no request") }
    var event = AuthEvent(type: request.authType, eventId: request.eventID)
    if let error = answer.fields["error"] {
      event.error = AppleReturn.isCancellation(error) ? .cancelled : .refused
    } else {
      let sessionID = Base64URL.encode(pages.random.bytes(24))
      let handle = try await pages.accounts.keepEvent(
        AppleEventCredential(
          answer, of: flow, sessionHash: request.sessionHash ?? SHA256.digest(utf8: sessionID).hex))
      let query: FormFields = ["providerId": "apple.com", "handle": handle.revealText() ?? ""]
      event.urlResponse = visit.address.appleRedirectURI + "?" + query.encoded
      event.sessionId = sessionID
    }
    return try deliver(event, to: request, visit)
  }

  /// Hands an event over the way that the client asked for.
  func deliver(_ event: AuthEvent, to request: HandlerRequest, _ visit: Visit) throws -> HTTPResponse {
    switch request.delivery {
    case .app(let scheme, let host): return try appLink(event, scheme: scheme, host: host, visit)
    case .android(let package): return try intent(event, package: package, visit)
    case .popup, .redirect:
      return try DeliveryPage(visit: visit, pages: pages, request: request, event: event).response()
    }
  }

  /// Opens the Android app: an intent whose extras carry the answer (wire §7.3).
  private func intent(_ event: AuthEvent, package: String, _ visit: Visit) throws -> HTTPResponse {
    var extras: [(String, String)] = [("S.authType", event.type)]
    if let eventID = event.eventId { extras.append(("S.eventId", eventID)) }
    if let response = event.urlResponse { extras.append(("S.link", response)) }
    if let error = event.error {
      extras.append(("S.firebaseError", String(decoding: try JSONEncoder().encode(error), as: UTF8.self)))
    }
    extras.append(("B.encryptionEnabled", "false"))
    extras.append(("S.browser_fallback_url", visit.address.url("/")))
    // Encoded, no value can end its extra or begin another.
    let text = extras.map { "\($0.0)=\(PercentEncoding.encode($0.1));" }.joined()
    return visit.redirect(
      away: "intent://firebase.auth/#Intent;scheme=genericidp;package=\(package);\(text)end;")
  }

  /// Opens the app with the answer in the link's query.
  private func appLink(_ event: AuthEvent, scheme: String, host: String, _ visit: Visit) throws
    -> HTTPResponse
  {
    var inner: FormFields = ["authType": event.type]
    if let eventID = event.eventId { inner.add("eventId", eventID) }
    if let response = event.urlResponse { inner.add("link", response) }
    if let error = event.error {
      inner.add("firebaseError", String(decoding: try JSONEncoder().encode(error), as: UTF8.self))
    }
    let outer: FormFields = ["deep_link_id": visit.address.url("/__/auth/callback") + "?" + inner.encoded]
    return visit.redirect(away: "\(scheme)://\(host)/link?" + outer.encoded)
  }

  /// The page that the SDK holds in a hidden frame.
  func iframe(_ visit: Visit) async throws -> HTTPResponse {
    guard let apiKey = visit.query["apiKey"], !apiKey.isEmpty else { return refuse(.missing("apiKey")) }
    return IframePage(visit: visit, pages: pages).response()
  }

  private struct Envelope: Encodable {
    struct Content: Encodable {
      let error: String
      let instructions: String
    }
    let authEmulator: Content
  }

  private func refuse(_ refusal: HandlerRefusal) -> HTTPResponse {
    pages.log("page /__/auth/handler: \(refusal.instructions)")
    let content = Envelope(
      authEmulator: .init(error: "The page cannot sign anybody in.", instructions: refusal.instructions))
    let body = (try? JSONEncoder().encode(content)).map { Array($0) } ?? []
    return HTTPResponse.json(body, status: refusal.status)
  }
}
