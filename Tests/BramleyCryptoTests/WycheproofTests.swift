import FoundationEssentials
import Testing

@testable import BramleyCrypto

/// The files lie with the JOSE tests; their README has source, licence and verdicts.
@Suite("Wycheproof vectors: RSA and AES-GCM")
struct WycheproofTests {
  static func load<File: Decodable>(_ type: File.Type, _ name: String) throws -> File {
    var path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    path.append("BramleyJOSETests/Vectors/wycheproof/\(name)")
    let url = URL(fileURLWithPath: path.joined(separator: "/"))
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }

  struct RSAFile: Decodable {
    struct Group: Decodable {
      struct Key: Decodable {
        let modulus: String
        let publicExponent: String
      }
      struct Vector: Decodable {
        let tcId: Int
        let msg: String
        let sig: String
        let result: String
      }
      let publicKey: Key
      let tests: [Vector]
    }
    let testGroups: [Group]
  }

  @Test("rsa_signature_2048_sha256_test.json: 259 vectors, 8 rejected though acceptable")
  func rsa() throws {
    var passed = 0
    for group in try Self.load(RSAFile.self, "rsa_signature_2048_sha256_test.json").testGroups {
      func bytes(_ hex: String) throws -> [UInt8] {
        try #require(Hex.decode(hex.count.isMultiple(of: 2) ? hex : "0" + hex))
      }
      let key = try RSAPublicKey(
        modulus: bytes(group.publicKey.modulus), exponent: bytes(group.publicKey.publicExponent))
      for vector in group.tests {
        let isValid = key.verifyPKCS1SHA256(
          signature: try bytes(vector.sig), message: try bytes(vector.msg))
        #expect(isValid == (vector.result == "valid"), "tcId \(vector.tcId)")
        passed += 1
      }
    }
    #expect(passed == 259)
  }

  struct GCMFile: Decodable {
    struct Group: Decodable {
      struct Vector: Decodable {
        let tcId: Int
        let key: String
        let iv: String
        let aad: String
        let msg: String
        let ct: String
        let tag: String
        let result: String
      }
      let keySize: Int
      let ivSize: Int
      let tagSize: Int
      let tests: [Vector]
    }
    let testGroups: [Group]
  }

  @Test("aes_gcm_test.json: every vector with the one key, nonce and tag size that we use")
  func aesGCM() throws {
    var passed = 0
    var skipped = 0
    for group in try Self.load(GCMFile.self, "aes_gcm_test.json").testGroups {
      guard group.keySize == 256, group.ivSize == 96, group.tagSize == 128 else {
        skipped += group.tests.count
        continue
      }
      for vector in group.tests {
        func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.decode(hex)) }
        let key = try SealingKey(Secret(bytes: bytes(vector.key)))
        let (nonce, binding, plaintext) = (try bytes(vector.iv), try bytes(vector.aad), try bytes(vector.msg))
        let sealed = nonce + (try bytes(vector.ct)) + (try bytes(vector.tag))
        if vector.result == "valid" {
          #expect(try key.seal(plaintext, binding: binding, nonce: nonce) == sealed, "tcId \(vector.tcId)")
          #expect(try key.open(sealed, binding: binding) == plaintext, "tcId \(vector.tcId)")
        } else {
          #expect(throws: CryptoError(.sealBroken, "")) { try key.open(sealed, binding: binding) }
        }
        passed += 1
      }
    }
    #expect(passed == 66)
    #expect(passed + skipped == 316)
  }
}
