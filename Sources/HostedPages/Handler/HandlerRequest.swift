import Accounts
import BramleyCrypto
import BramleyHTTP

/// What a Firebase SDK asks of the handler page (wire §7.2), checked once and carried by the flow.
struct HandlerRequest: Sendable {
  /// How the answer gets to the client.
  enum Delivery: Sendable, Hashable {
    /// To the iframe of ours in the page that opened the window.
    case popup
    /// By way of session storage to the page that left for us.
    case redirect(String)
    /// By a link into an Apple app.
    case app(scheme: String, host: String)
    /// By an intent for an Android app.
    case android(package: String)
  }

  let apiKey: String
  let appName: String
  let authType: String
  /// `apple.com`, or in development another one.
  let provider: String
  let eventID: String?
  let delivery: Delivery
  /// Hex SHA-256 of the session id that the app keeps; nil where we choose one.
  let sessionHash: String?

  /// Where Firebase's session storage keeps an event.
  var storageKey: String { apiKey + ":" + appName }

  private static let popups: Set<String> = ["signInViaPopup", "linkViaPopup", "reauthViaPopup"]
  private static let redirects: Set<String> = ["signInViaRedirect", "linkViaRedirect", "reauthViaRedirect"]

  /// Reads a query.
  init(_ query: FormFields, configuration: HostedPages.Configuration, bundleIDs: [String])
    throws(HandlerRefusal)
  {
    guard !query.hasRepeatedName, query.fields.allSatisfy({ $0.value.utf8.count <= 4096 }) else {
      throw .malformed
    }
    guard let apiKey = query["apiKey"], !apiKey.isEmpty else { throw .missing("apiKey") }
    guard let provider = query["providerId"], !provider.isEmpty else { throw .missing("providerId") }
    guard provider.lowercased() == "apple.com" || Self.isMadeUp(provider, configuration) else {
      throw .provider
    }
    guard (query["tid"] ?? "").isEmpty else { throw .tenant }
    let authType = query["authType"] ?? ""
    if let bundleID = query["ibi"] {
      guard authType == "signInWithRedirect", bundleIDs.contains(bundleID) else { throw .app }
      guard let hash = query["sessionId"]?.lowercased(), Hex.decode(hash)?.count == 32 else {
        throw .missing("sessionId")
      }
      sessionHash = hash
      delivery = try Self.appLink(query, bundleID: bundleID)
    } else if let package = query["apn"] {
      guard authType == "signInWithRedirect", Self.isListed(package, configuration) else { throw .package }
      guard let hash = query["sessionId"]?.lowercased(), Hex.decode(hash)?.count == 32 else {
        throw .missing("sessionId")
      }
      sessionHash = hash
      delivery = .android(package: package)
    } else if Self.popups.contains(authType) || Self.redirects.contains(authType) {
      guard let url = query["redirectUrl"], let address = WebAddress(url),
        AuthorizedOrigins(configuration).contains(address)
      else { throw .page }
      sessionHash = nil
      delivery = Self.popups.contains(authType) ? .popup : .redirect(url)
    } else {
      throw .missing("authType")
    }
    self.apiKey = apiKey
    appName = query["appName"] ?? "[DEFAULT]"
    self.authType = authType
    self.provider = provider
    eventID = query["eventId"]
  }

  /// A page of ours stands in for other providers, in development only (R46).
  private static func isMadeUp(_ provider: String, _ configuration: HostedPages.Configuration) -> Bool {
    configuration.takesOtherProviders && provider.utf8.count <= 64
      && provider.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }

  /// Whether an Android app may be answered. The name ends up in an intent, so its letters are judged too.
  private static func isListed(_ package: String, _ configuration: HostedPages.Configuration) -> Bool {
    let isName =
      package.utf8.count <= 256 && package.contains(".") && package.first?.isLetter == true
      && package.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "_") }
    return isName && (configuration.allowsLoopbackContinue || configuration.androidPackages.contains(package))
  }

  /// The link's scheme: the reversed client id, or the app id in the spelling of a scheme, or the bundle id.
  private static func appLink(_ query: FormFields, bundleID: String) throws(HandlerRefusal) -> Delivery {
    var scheme = bundleID
    var host = "google"
    if let clientID = query["clientId"] {
      scheme = clientID.split(separator: ".").reversed().joined(separator: ".")
      host = "firebaseauth"
    } else if let appID = query["appId"] {
      scheme = "app-" + appID.replacing(":", with: "-")
      host = "firebaseauth"
    }
    let isScheme = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    // A scheme without a dot or hyphen could be one that the system or browser owns: javascript, data, tel.
    guard isScheme, scheme.contains(where: { $0 == "." || $0 == "-" }), scheme.first?.isLetter == true else {
      throw .app
    }
    return .app(scheme: scheme, host: host)
  }

  /// The scopes to ask Apple for: those asked of us that Apple knows, all of them when none is named.
  static func scopes(_ query: FormFields) -> String {
    let asked = (query["scopes"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    let known = ["name", "email"].filter { asked.contains($0) }
    return known.isEmpty ? "name email" : known.joined(separator: " ")
  }

  /// What a pending flow keeps of the request.
  var extras: [String: String] {
    var extras = ["apiKey": apiKey, "appName": appName, "authType": authType]
    extras["eventId"] = eventID
    extras["sessionHash"] = sessionHash
    switch delivery {
    case .popup: extras["delivery"] = "popup"
    case .redirect(let url):
      extras["delivery"] = "redirect"
      extras["redirectUrl"] = url
    case .app(let scheme, let host):
      extras["delivery"] = "app"
      extras["scheme"] = scheme
      extras["host"] = host
    case .android(let package):
      extras["delivery"] = "android"
      extras["package"] = package
    }
    return extras
  }

  /// Takes a request back from the flow that carried it.
  init?(_ flow: WebFlow) {
    let extras = flow.extras
    guard let apiKey = extras["apiKey"], let appName = extras["appName"], let authType = extras["authType"],
      let delivery = Self.delivery(extras)
    else { return nil }
    self.apiKey = apiKey
    self.appName = appName
    self.authType = authType
    self.delivery = delivery
    provider = "apple.com"
    eventID = extras["eventId"]
    sessionHash = extras["sessionHash"]
  }

  private static func delivery(_ extras: [String: String]) -> Delivery? {
    switch extras["delivery"] {
    case "popup": .popup
    case "redirect": extras["redirectUrl"].map { .redirect($0) }
    case "android": extras["package"].map { .android(package: $0) }
    case "app":
      extras["scheme"].flatMap { scheme in extras["host"].map { .app(scheme: scheme, host: $0) } }
    default: nil
    }
  }
}
