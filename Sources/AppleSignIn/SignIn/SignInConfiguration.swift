import BramleyCrypto
public import Foundation

/// How ``SignInWithApple`` works; the defaults are right for an app.
public struct SignInConfiguration: Sendable {
  /// What happens to a request while a sheet is open.
  public enum SecondRequest: Sendable {
    /// It gets the answer of the open sheet.
    case joins
    /// It fails with ``AppleSignInError/Code/alreadyRunning``.
    case isRefused
  }

  /// The app's identifiers, one of which the token must name; empty: not checked.
  public var audiences: Set<String>
  /// How long a sheet may stay open.
  public var timeLimit: Duration = .seconds(300)
  /// What happens to a request while a sheet is open.
  public var secondRequest = SecondRequest.joins
  /// How much the clocks of Apple and this device may differ.
  public var clockTolerance: Duration = .seconds(600)
  /// The window for the sheet; nil: the one in front.
  public var window: (@MainActor @Sendable () -> PresentationAnchor?)?
  /// Where this library keeps things: the keychain, or sealed files on Linux, unless another was given.
  public let storage: any SecureStorage
  /// Where the name and address of a first authorization are kept.
  public var vault: FirstAuthorizationVault
  /// The time.
  public var now: @Sendable () -> Date = { Date() }
  /// What the time limit waits on.
  public var clock: any Clock<Duration> = ContinuousClock()
  /// Bytes from a cryptographic source.
  public var randomBytes: @Sendable (Int) -> [UInt8] = { SystemRandomSource().bytes($0) }

  /// A configuration for an app.
  ///
  /// - Parameters:
  ///   - audiences: The app's identifiers; by default that of the main bundle.
  ///   - storage: Where the vault keeps its one item; by default the keychain, or a file on Linux.
  public init(
    audiences: Set<String> = Set([Bundle.main.bundleIdentifier].compactMap(\.self)),
    storage: (any SecureStorage)? = nil
  ) {
    self.audiences = audiences
    self.storage = storage ?? SystemPlatform.defaultStorage
    vault = FirstAuthorizationVault(storage: self.storage)
  }
}
