import _Configuration

/// Everything to be done at Apple, step by step, with the values of a configuration filled in.
///
/// docs/setup-apple.md has the same steps under the same titles, at length; a test holds the two together.
struct SetupGuide {
  /// One step.
  struct Step {
    let title: String
    let actions: [String]
    /// What goes wrong here.
    let pitfall: String
  }

  private let team: String
  private let bundleID: String
  private let servicesID: String
  private let keyID: String
  private let base: String

  /// A guide for a configuration; placeholders where it says nothing.
  init(_ configuration: Configuration?) {
    let isReal = configuration?.mode == .serve
    let apple = isReal ? configuration?.apple : nil
    team = apple?.teamID ?? "TEAMID1234"
    bundleID = apple?.bundleIDs.first ?? "com.example.app"
    servicesID = apple?.servicesID ?? "com.example.app.web"
    keyID = apple?.key?.id ?? "KEYID12345"
    base = configuration.flatMap(AddressChecks.publicBase) ?? "https://auth.example.com"
  }

  /// The steps in their order.
  var steps: [Step] {
    [
      Step(
        title: "Team ID",
        actions: [
          "developer.apple.com/account → Membership details: copy the ten characters into apple.teamId (\(team))."
        ],
        pitfall: "It is not the team's name, and it never stands in front of a client id."),
      Step(
        title: "App ID",
        actions: [
          "Identifiers → + → App IDs → App: bundle id \(bundleID), explicit; switch on Sign in with Apple.",
          "The first app is the primary App ID; group further apps with it. List every bundle id in apple.bundleIds.",
        ],
        pitfall: "Apps that are not grouped ask the person for consent again and see the name once more."),
      Step(
        title: "Capability in Xcode",
        actions: [
          "Target → Signing & Capabilities → + Capability → Sign in with Apple, for every target that signs in."
        ],
        pitfall:
          "Without it the sheet fails at once with error 1000; a stale provisioning profile does the same."),
      Step(
        title: "Services ID",
        actions: [
          "Only for web and Android: Identifiers → + → Services IDs: \(servicesID), then apple.servicesId.",
          "Switch on Sign in with Apple, Configure: choose the primary App ID.",
        ],
        pitfall: "It must differ from every bundle id; its name is what people read on Apple's page."),
      Step(
        title: "Return URLs",
        actions: [
          "Services ID → Configure → Return URLs: \(base)/__/auth/handler, byte for byte; then Save, Continue, Save."
        ],
        pitfall:
          "https and a domain name only: no localhost, no IP address, no #. Changes take minutes to be live."),
      Step(
        title: "Key",
        actions: [
          "Keys → +: switch on Sign in with Apple, Configure: the primary App ID. Download AuthKey_\(keyID).p8.",
          "apple.keyId = the ten characters of its name, apple.privateKeyFile = its path, mode 0600.",
        ],
        pitfall:
          "It can be downloaded once. Two keys at most: make the new one, switch, then revoke the old one."),
      Step(
        title: "Notification address",
        actions: [
          "Primary App ID → Sign in with Apple → Edit → Server-to-Server Notification Endpoint: \(base)/apple/notifications"
        ],
        pitfall: "Without it you do not hear that someone withdrew consent or deleted their Apple Account."),
      Step(
        title: "Relay senders",
        actions: [
          "Services → Sign in with Apple for Email Communication: every domain and address that you send from.",
          "Publish SPF for the envelope sender's domain, sign with DKIM for the domain of From.",
        ],
        pitfall: "Mail of unregistered senders to relay addresses bounces, or vanishes."),
      Step(
        title: "Check",
        actions: [
          "bramley doctor -c bramley.json5 asks Apple whether team, key and client ids fit each other."
        ],
        pitfall: "invalid_client means team, key, client id or clock; it never means the person."),
    ]
  }

  /// The guide as lines.
  var lines: [String] {
    var lines: [String] = []
    for (index, step) in steps.enumerated() {
      lines.append("\(index + 1). \(step.title)")
      lines += step.actions.map { "   " + $0 }
      lines += ["   What goes wrong: " + step.pitfall, ""]
    }
    return lines + ["At length: docs/setup-apple.md"]
  }
}
