import _Markup
import BramleyHTTP
import Phrases

/// The last page of a popup or redirect: it gives the event to whom it belongs (wire §7.3).
struct DeliveryPage: Sendable {
  let visit: Visit
  let pages: HostedPages
  let request: HandlerRequest
  let event: AuthEvent

  /// What the script works with.
  private struct Parcel: Encodable {
    let storageKey: String
    let event: AuthEvent
    let redirectUrl: String?
  }

  /// Popup: our own frame among those of the opener gets the message, and its origin is named. Redirect:
  /// session storage of our origin keeps it for the iframe of the page that we return to.
  private static let script: StaticString = """
    function (parcel) {
      'use strict';
      if (parcel.redirectUrl) {
        sessionStorage.setItem('firebase:redirectEvent:' + parcel.storageKey, JSON.stringify(parcel.event));
        location.replace(parcel.redirectUrl);
        return;
      }
      var frames = window.opener ? window.opener.frames : [];
      for (var i = 0; i < frames.length; i++) {
        try {
          var query = new URLSearchParams(frames[i].location.search);
          var key = query.get('apiKey') + ':' + (query.get('appName') || '[DEFAULT]');
          if (frames[i].location.origin !== location.origin || key !== parcel.storageKey) { continue; }
          frames[i].postMessage({
            eventType: 'sendAuthEvent', eventId: String(Math.floor(Math.random() * 1e9)),
            data: {storageKey: parcel.storageKey, authEvent: parcel.event}
          }, location.origin);
        } catch (foreignFrame) { /* Not ours: browsers let nobody look into it. */ }
      }
    }
    """

  func response() throws -> HTTPResponse {
    var redirectURL: String?
    if case .redirect(let url) = request.delivery { redirectURL = url }
    let script = try PageScript(
      calling: Self.script,
      with: Parcel(storageKey: request.storageKey, event: event, redirectUrl: redirectURL),
      random: pages.random)
    let text: PhraseKey = redirectURL == nil ? .pageCloseWindow : .pageReturning
    let link: HTML = """
      <noscript><p class="lead"><a href="\(redirectURL ?? visit.address.url("/"))">\
      \(HTML.phrase(.pageHome, visit.language))</a></p></noscript>
      """
    let main: HTML = """
      \(Mark.tile(pages.configuration.name))
      <p class="lead alone" role="status">\(HTML.phrase(text, visit.language))</p>
      \(link)
      """
    return PageFrame(title: pages.configuration.name, visit: visit, main: main, script: script).response()
  }
}
