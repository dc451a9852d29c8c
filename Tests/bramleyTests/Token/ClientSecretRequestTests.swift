import AppleIdentity
import BramleyCrypto
import BramleyJOSE
import Foundation
import Testing

@testable import bramley

@Suite("bramley client-secret")
struct ClientSecretRequestTests {
  private func request(_ words: [String]) throws -> ClientSecretRequest {
    try ClientSecretRequest(
      CommandLineOptions(parsing: words, options: Command.clientSecret.options, operands: 0...0))
  }

  private func withKeyFile<R>(_ text: Secret, _ body: (String) throws -> R) throws -> R {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).p8").path
    try Data(text.reveal()).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  @Test("each missing option is named", arguments: ["--team", "--key-id", "--client-id", "--key"])
  func missing(option: String) throws {
    var words = [
      "--team=ABCDE12345", "--key-id=KEYID12345", "--client-id=com.example.app", "--key=/nowhere.p8",
    ]
    words.removeAll { $0.hasPrefix(option + "=") }
    do {
      _ = try request(words)
      Issue.record("It was taken.")
    } catch let error as UsageError {
      #expect(error.description == "\(option) is missing.")
    }
  }

  @Test(
    "a lifetime beyond Apple's limit is refused with the limit (FR-09)",
    arguments: ["200d", "15777001s", "1s", "x"])
  func lifetime(text: String) throws {
    do {
      _ = try request([
        "--team=ABCDE12345", "--key-id=KEYID12345", "--client-id=com.example.app", "--key=/nowhere.p8",
        "--lifetime=\(text)",
      ])
      Issue.record("It was taken.")
    } catch let error as UsageError {
      #expect(error.description.contains("15777000s"))
    }
  }

  @Test("the secret is what Apple asks for; odd ids are noted, not refused")
  func secret() throws {
    let key = try P256PrivateKey.generate()
    try withKeyFile(try key.pem()) { path in
      let request = try request([
        "--team=ABCDE12345", "--key-id=short", "--client-id=ABCDE12345.com.example.app", "--key=\(path)",
      ])
      #expect(request.notes.count == 2)
      let secret = try request.secret(at: TokenFixture.now)
      let jws = try CompactJWS(secret.token.revealText() ?? "")
      #expect(jws.header.algorithm == "ES256" && jws.header.keyID == "short")
      _ = try jws.verify(with: .es256(key.publicKey))
      #expect(secret.expiresAt == TokenFixture.now.addingTimeInterval(300))
    }
  }
}
