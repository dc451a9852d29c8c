import BramleyCrypto
import BramleyJOSE
import FoundationEssentials
import Testing

/// The verdicts and the skips are those of the vectors' README.
@Suite("Wycheproof vectors: JWS and JWK")
struct WycheproofTests {
  struct File: Decodable {
    let numberOfTests: Int
    let testGroups: [Group]
  }

  struct Group: Decodable {
    let publicKey: AnyJSON?
    let privateKey: AnyJSON?
    let tests: [Vector]

    enum CodingKeys: String, CodingKey {
      case publicKey = "public"
      case privateKey = "private"
      case tests
    }
  }

  struct Vector: Decodable {
    let tcId: Int
    let jws: String
    let result: String
  }

  /// A key as it stands in the file, to be written again for our reader.
  enum AnyJSON: Codable {
    case text(String)
    case list([AnyJSON])
    case object([String: AnyJSON])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([AnyJSON].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: AnyJSON].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .list(let list): try container.encode(list)
      case .object(let object): try container.encode(object)
      }
    }
  }

  /// Valid vectors whose algorithm we never accept: HS256, RS384, PS256, PS512.
  static let unsupported: Set<Int> = [
    1, 264, 265, 266, 267, 272, 273, 274, 275, 287, 288, 325, 326, 327, 328, 348, 352,
  ]
  /// Valid vectors that we reject: the key's algorithm is another than the header's.
  static let otherAlgorithm: Set<Int> = [346, 350]

  static func load(_ name: String) throws -> File {
    var path = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    path.append("Vectors/wycheproof/\(name)")
    let url = URL(fileURLWithPath: path.joined(separator: "/"))
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url))
  }

  static func accepts(_ group: Group, _ vector: Vector) throws -> Bool {
    let json = Array(try JSONEncoder().encode(group.publicKey ?? group.privateKey))
    do throws(JOSEError) {
      let jws = try CompactJWS(vector.jws)
      if String(decoding: json, as: UTF8.self).contains(#""keys":"#) {
        let set = try JWKSet(json: json)
        _ = try jws.verify { set.key($0) }
      } else {
        _ = try jws.verify(with: try JWK(json: json).key)
      }
      return true
    } catch {
      return false
    }
  }

  @Test("json_web_signature_test.json: 345 vectors")
  func signatures() throws {
    let file = try Self.load("json_web_signature_test.json")
    var passed = 0
    for group in file.testGroups {
      for vector in group.tests {
        let isRejectedByRule = Self.unsupported.union(Self.otherAlgorithm).contains(vector.tcId)
        let expected = vector.result == "valid" && !isRejectedByRule
        #expect(try Self.accepts(group, vector) == expected, "tcId \(vector.tcId)")
        passed += 1
      }
    }
    #expect(passed == 345)
  }

  @Test("json_web_key_test.json: 26 vectors")
  func keys() throws {
    // Valid vectors with HMAC keys, which we never accept.
    let hmac: Set<Int> = [2, 13, 14, 15]
    // A known skip: the shape of the ROCA modulus is not tested for.
    let skipped: Set<Int> = [7]
    let file = try Self.load("json_web_key_test.json")
    var passed = 0
    for group in file.testGroups {
      for vector in group.tests where !skipped.contains(vector.tcId) {
        let expected = vector.result == "valid" && !hmac.contains(vector.tcId)
        #expect(try Self.accepts(group, vector) == expected, "tcId \(vector.tcId)")
        passed += 1
      }
    }
    #expect(passed == 25)
  }
}
