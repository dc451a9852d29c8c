import BramleyHTTP
import Phrases

/// `/appleauth/static/jsapi/appleid/1/{locale}/appleid.auth.js`: the calls of Apple's script, our own code.
struct ScriptEndpoint: Sendable {
  /// The script for a locale; the language changes the button's title only.
  func respond(locale: String) throws -> Answer {
    guard ButtonLocale.isOffered(locale) else {
      throw Refusal.control(404, .notFound, "The script is not offered for this locale.")
    }
    let titles = Dictionary(
      uniqueKeysWithValues: AppleTitle.Kind.allCases.map {
        ($0.rawValue, AppleTitle($0, locale: locale).text)
      })
    let literal = DeliveryPage.literal(String(decoding: try JSON.encode(titles), as: UTF8.self))
    let script = String(decoding: PackageResources.appleid_auth_js, as: UTF8.self)
      .replacing("\"__TITLES__\"", with: literal).replacing("__LOCALE__", with: locale)
    return Answer(
      HTTPResponse(
        status: 200,
        headers: [
          "content-type": "text/javascript; charset=utf-8", "cache-control": "max-age=300",
          "x-content-type-options": "nosniff", "cross-origin-resource-policy": "cross-origin",
        ], body: Array(script.utf8)))
  }
}
