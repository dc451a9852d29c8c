import BramleyHTTP

/// Paths of the wire that are known and not offered: 501, so that nobody takes them for a wrong address.
extension IdentityToolkitAPI {
  private static let notOffered: [(HTTPMethod, WirePath)] = [
    (.post, .v3("signOutUser")), (.post, .v1("accounts:signInWithGameCenter")),
    (.post, .v1("accounts:issueSamlResponse")), (.post, .v1("accounts:verifyIosClient")),
    (.post, .v2("accounts/passkeyEnrollment:start")), (.post, .v2("accounts/passkeyEnrollment:finalize")),
    (.post, .v2("accounts/passkeySignIn:start")), (.post, .v2("accounts/passkeySignIn:finalize")),
  ]

  private static let notOfferedCollections = [
    "oauthIdpConfigs", "inboundSamlConfigs", "defaultSupportedIdpConfigs",
  ]

  func addNotOffered(to router: inout Router, listener: Listener) {
    for (method, path) in Self.notOffered {
      let name = path.pattern.text.split(separator: "/").last ?? ""
      let methods: [HTTPMethod] = path.kind == .legacy ? Self.anyMethod : [method]
      for method in methods { router.on(method, path.pattern, Self.refusal(name)) }
    }
    guard listener.servesAdministration else { return }
    // The configuration is the operator's file: written over HTTP it would be accepted and forgotten.
    if !mode.offersControlAPI {
      router.on(.patch, WirePath.project("/config", version: "v2").pattern, Self.refusal("updateConfig"))
    }
    for collection in Self.notOfferedCollections {
      for tail in ["", "/{id}"] {
        let path = WirePath.project("/\(collection)\(tail)", version: "v2")
        for method in Self.anyMethod { router.on(method, path.pattern, Self.refusal(collection[...])) }
      }
    }
  }

  private static func refusal(_ name: Substring) -> HTTPHandler {
    let error = WireError.notImplemented("\(name) is not offered by this service.")
    return { _, _ in ErrorEnvelope.response(error) }
  }
}
