import AppleSignIn
import Foundation

/// Sessions that ended on this device while the service could not be told.
struct PendingSignOuts: Sendable {
  private static let key = StorageKey("pending-sign-outs")
  /// Older ones run out by themselves.
  private static let capacity = 8
  let storage: any SecureStorage

  func add(_ refreshToken: String) async {
    // Without storage the session runs out at the service by itself.
    try? await storage.change(Self.key) { bytes in
      try JSONEncoder().encode(Array((Self.decode(bytes) + [refreshToken]).suffix(Self.capacity)))
    }
  }

  func take() async -> [String] {
    guard let bytes = try? await storage.retrieve(Self.key) else { return [] }
    try? await storage.remove(Self.key)
    return Self.decode(bytes)
  }

  private static func decode(_ bytes: Data?) -> [String] {
    bytes.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
  }
}
