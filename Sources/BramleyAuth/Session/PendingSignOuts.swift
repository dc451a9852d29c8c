import AppleSignIn
import Foundation

/// Sessions that ended on this device and of which the service has not been told for certain.
struct PendingSignOuts: Sendable {
  private static let key = StorageKey("pending-sign-outs")
  /// Older ones run out by themselves.
  private static let capacity = 8
  let storage: any SecureStorage

  /// Written before the session ends here, so that a process that ends in between loses nothing.
  func add(_ refreshToken: String) async {
    // Without storage the session runs out at the service by itself.
    try? await storage.change(Self.key) { bytes in
      let others = Self.decode(bytes).filter { $0 != refreshToken }
      return try JSONEncoder().encode(Array((others + [refreshToken]).suffix(Self.capacity)))
    }
  }

  /// Those that are left to tell.
  func all() async -> [String] {
    guard let bytes = try? await storage.retrieve(Self.key) else { return [] }
    return Self.decode(bytes)
  }

  /// Takes off one that the service knows of.
  func drop(_ refreshToken: String) async {
    try? await storage.change(Self.key) { bytes in
      let others = Self.decode(bytes).filter { $0 != refreshToken }
      return others.isEmpty ? nil : try JSONEncoder().encode(others)
    }
  }

  private static func decode(_ bytes: Data?) -> [String] {
    bytes.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
  }
}
