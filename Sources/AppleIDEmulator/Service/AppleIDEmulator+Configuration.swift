public import BramleyCrypto
public import BramleyHTTP
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AppleIDEmulator {
  /// How an emulator is set up.
  public struct Configuration: Sendable {
    /// Where the state is kept.
    public enum Storage: Sendable, Hashable {
      /// Nowhere; a restart begins anew.
      case memory
      /// In `apple-emulator.sqlite` in this directory, which exists.
      case directory(String)
    }

    /// The `iss` of tokens; the address by which it is reached may be another.
    public var issuer = "https://appleid.apple.com"
    /// `http`, or `https` when the server in front speaks TLS; the links in discovery begin with it.
    public var scheme = "http"
    /// Further host names by which the control API and the console answer, beside private ones and addresses.
    public var controlHosts: Set<String> = []
    /// How Return URLs are judged for clients that name no profile.
    public var defaultProfile = ReturnURLProfile.strict
    /// Where the state is kept.
    public var storage = Storage.memory
    /// A private JWK set to sign with, as JSON; nil makes keys. The last key signs.
    public var signingKeys: Secret?
    /// Whether the demo team, app, key and people stand ready.
    public var seedsDemo = true
    /// The clock.
    public var now: @Sendable () -> Date = { Date() }
    /// Waits until the next attempt of a notification; throws when the wait is called off.
    public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The random source.
    public var random: any RandomSource = SystemRandomSource()
    /// Carries notifications; nil sends none.
    public var sender: (any HTTPSending)?

    /// Apple's own name, memory only, demo people ready.
    public init() {}
  }
}
