public import AuthenticationServices
import BramleyCrypto
package import Foundation

#if canImport(UIKit) && !os(watchOS)
  import UIKit
#elseif canImport(AppKit)
  import AppKit
#endif
#if canImport(CryptoKit)
  import CryptoKit
#endif

#if os(watchOS)
  /// The window for a sheet; watchOS has none.
  public final class PresentationAnchor: Sendable {}
#else
  /// The window for a sheet.
  public typealias PresentationAnchor = ASPresentationAnchor

  extension AuthorizationRun: ASAuthorizationControllerPresentationContextProviding {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
      configuration.window?() ?? SystemPlatform.frontWindow()
    }
  }
#endif

/// Everything in which the systems differ, in one place.
package enum SystemPlatform {
  /// Whether the system promises to show nothing when nothing is saved.
  static var hasQuietForm: Bool {
    #if os(tvOS) || os(watchOS)
      false
    #else
      true
    #endif
  }

  /// Whether the app runs on a simulator, whose answers about credentials are unreliable.
  package static var isSimulator: Bool {
    #if targetEnvironment(simulator)
      true
    #else
      false
    #endif
  }

  /// The keychain, or on Linux a sealed file in the person's data folder.
  package static var defaultStorage: any SecureStorage {
    #if canImport(Security)
      KeychainStorage()
    #else
      EncryptedFileStorage(folder: EncryptedFileStorage.defaultFolder)
    #endif
  }

  /// Posted when the app comes to the front.
  package static var activation: Notification.Name {
    #if canImport(UIKit) && !os(watchOS)
      UIApplication.didBecomeActiveNotification
    #elseif canImport(AppKit)
      NSApplication.didBecomeActiveNotification
    #else
      Notification.Name("ApplicationDidBecomeActive")
    #endif
  }

  @MainActor static func prepare(_ controller: ASAuthorizationController, for run: AuthorizationRun) {
    #if !os(watchOS)
      controller.presentationContextProvider = run
    #endif
  }

  @MainActor static func perform(_ controller: ASAuthorizationController, quietly: Bool) {
    #if os(tvOS) || os(watchOS)
      controller.performRequests()
    #else
      controller.performRequests(options: quietly ? .preferImmediatelyAvailableCredentials : [])
    #endif
  }

  /// Closes the sheet where the system can.
  @MainActor static func cancel(_ controller: ASAuthorizationController) {
    #if os(tvOS)
      if #available(tvOS 18, *) { controller.cancel() }
    #elseif !os(watchOS)
      controller.cancel()
    #endif
  }

  static func ageRange(_ credential: ASAuthorizationAppleIDCredential) -> AppleCredential.AgeRange? {
    guard #available(iOS 17.4, macOS 14.4, tvOS 17.4, watchOS 10.4, visionOS 1.1, *) else { return nil }
    return AppleCredential.AgeRange(rawValue: credential.userAgeRange.rawValue)
  }

  #if canImport(UIKit) && !os(watchOS)
    /// The key window of the scene in front.
    @MainActor package static func frontWindow() -> ASPresentationAnchor {
      let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      let scene = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
      return scene?.windows.first(where: \.isKeyWindow) ?? scene?.windows.first ?? ASPresentationAnchor()
    }
  #elseif canImport(AppKit)
    /// The key window of the app.
    @MainActor package static func frontWindow() -> ASPresentationAnchor {
      NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first ?? ASPresentationAnchor()
    }
  #elseif !os(watchOS)
    /// A window of the stand-in.
    @MainActor package static func frontWindow() -> ASPresentationAnchor { ASPresentationAnchor() }
  #endif

  /// Seals a value with AES-256-GCM: nonce, ciphertext, tag.
  static func seal(_ value: Data, key: Secret, binding: [UInt8]) throws -> Data {
    #if canImport(COpenSSL)
      Data(try SealingKey(key).seal(Array(value), binding: binding))
    #else
      try AES.GCM.seal(
        value, using: SymmetricKey(data: Data(key.reveal())), authenticating: Data(binding)
      ).combined ?? Data()
    #endif
  }

  /// Opens what ``seal(_:key:binding:)`` sealed.
  static func open(_ sealed: Data, key: Secret, binding: [UInt8]) throws -> Data {
    #if canImport(COpenSSL)
      Data(try SealingKey(key).open(Array(sealed), binding: binding))
    #else
      try AES.GCM.open(
        AES.GCM.SealedBox(combined: sealed), using: SymmetricKey(data: Data(key.reveal())),
        authenticating: Data(binding))
    #endif
  }
}
