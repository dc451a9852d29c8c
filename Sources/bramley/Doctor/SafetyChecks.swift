import _Configuration

/// Settings that are allowed and rarely wise.
enum SafetyChecks {
  static func findings(_ configuration: Configuration) -> [Finding] {
    var findings: [Finding] = []
    let apple = configuration.apple
    if configuration.mode == .serve, !apple.isRealApple {
      findings.append(
        .warning(
          "emulator", "\(apple.baseURL) stands in for Apple and can sign in as anyone",
          "Never in production: remove apple.baseUrl and apple.allowEmulator, and use another database."))
    }
    if !apple.requiresNonce {
      findings.append(
        .warning(
          "nonce", "apple.requireNonce is off: a stolen identity token without a nonce signs in",
          "Let clients set request.nonce to the SHA-256 of a random value, then remove the setting."))
    }
    if configuration.mode == .serve, configuration.acceptsOwnerBearer {
      findings.append(
        .warning(
          "owner-bearer", "admin.ownerBearer is on: whoever reaches the admin listener owns every account",
          "Use admin tokens; keep it only for Admin SDKs, which can send no other."))
    }
    if configuration.mode == .serve, configuration.pages.appleLogoPath == nil {
      findings.append(
        .warning(
          "apple-logo", "pages.appleLogo is not set: the button shows a neutral mark",
          "Apple's design rules ask for its own logo: download it from Apple's Design Resources and name the file."
        ))
    }
    return findings
  }
}
