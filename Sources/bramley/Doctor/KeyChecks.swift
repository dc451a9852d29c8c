import AppleIdentity
import BramleyCrypto
import _Configuration

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The private key: read, of the right kind, able to sign (FR-12, FR-13).
enum KeyChecks {
  /// What no check on this machine can tell.
  static let onlyAppleJudges = """
    Only Apple can tell whether the key belongs to the team, is enabled for the App ID and not revoked, and \
    whether the client ids and return addresses are registered; run it without --offline.
    """

  static func findings(_ apple: Configuration.Apple, mode: Configuration.Mode, at now: Date) -> [Finding] {
    guard let key = apple.key else {
      if mode == .dev { return [.ok("key", "none needed: the emulator's demo key is used")] }
      return [
        .warning(
          "key", "none: codes are not exchanged and nothing is revoked at Apple",
          "App Review asks for revocation with account deletion. Set apple.keyId and apple.privateKeyFile.")
      ]
    }
    var findings = [finding("key", key, apple, at: now)]
    if let next = apple.nextKey { findings.append(finding("next-key", next, apple, at: now)) }
    return findings
  }

  private static func finding(
    _ check: String, _ key: (id: String, privateKey: Secret), _ apple: Configuration.Apple, at now: Date
  ) -> Finding {
    do {
      let signer = try AppleClientSecretSigner(
        teamID: TeamID(apple.teamID), keyID: KeyID(key.id),
        privateKey: ApplePrivateKey(setting: key.privateKey),
        lifetime: apple.secretLifetime)
      let client = apple.bundleIDs.first ?? apple.servicesID ?? "com.example.app"
      _ = try signer.makeSecret(for: ClientID(client), at: now)
      return .ok(
        check,
        "\(key.id): a P-256 private key that signs; its thumbprint begins \(signer.keyThumbprint.prefix(8))")
    } catch {
      return .failed(
        check, "\(error)", "Give the whole text of AuthKey_\(key.id).p8 as Apple handed it out.")
    }
  }
}
