/// What unchanged Firebase SDKs can do against `serve`, said honestly (R1).
enum ClientNotes {
  static let findings: [Finding] = [
    .note("sdk-javascript", "the JavaScript SDK works over https: connectAuthEmulator(auth, \"https://…\")"),
    .note("sdk-apple", "Apple apps use BramleyAuth: the SDK's emulator mode speaks plain http only"),
    .note(
      "sdk-admin",
      "Admin SDKs manage users over the admin listener; never use their verifyIdToken here, it checks no signature"
    ),
    .note("back-ends", "verify ID tokens by /.well-known/openid-configuration and its key set"),
  ]
}
