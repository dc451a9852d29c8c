import BramleyHTTP
import Testing

@testable import IdentityToolkitAPI

/// A generator whose numbers are the same in every run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Every operation under odd bodies")
struct SchemaFuzzTests {
  private static let texts: [String] = [
    "", "x", "null", "0", "-1", "9223372036854775808", "a@b.example", "+12025550123", "apple.com",
    "http://localhost", "http://\u{0}", "{\"a\":", "owner", "user={", "%ZZ", "\u{202e}é🙂", "../../x", "'; --",
    String(repeating: "A", count: 3000), "providerId=apple.com&id_token=a.b.c&nonce=n", "3", "PASSWORD_RESET",
  ]

  private static func value(_ schema: RequestSchema, _ numbers: inout SeededNumbers, depth: Int = 0) -> JSON {
    // Now and then something of the wrong type.
    if Int.random(in: 0..<8, using: &numbers) == 0 {
      return [.null, true, 1, -1, "x", [], [:], [[[]]], 1_000_000_000_000, ["a": ["b": nil]]]
        .randomElement(using: &numbers) ?? .null
    }
    switch schema {
    case .text: return .text(texts.randomElement(using: &numbers) ?? "")
    case .flag: return .bool(Bool.random(using: &numbers))
    case .number:
      return [0, 1, -1, 1_800_000_000, "1800000000", "x", "9223372036854775807", "-9223372036854775808"]
        .randomElement(using: &numbers) ?? 0
    case .choice(let names): return .text(names.randomElement(using: &numbers) ?? "")
    case .list(let element):
      let count = Int.random(in: 0..<4, using: &numbers)
      return .list((0..<count).map { _ in value(element, &numbers, depth: depth + 1) })
    case .object(let members): return object(members, &numbers, depth: depth + 1)
    }
  }

  private static func object(
    _ members: [RequestSchema.Member], _ numbers: inout SeededNumbers, depth: Int = 0
  ) -> JSON {
    var object: [String: JSON] = [:]
    for member in members where Int.random(in: 0..<3, using: &numbers) > 0 {
      object[member.name] = value(member.schema, &numbers, depth: depth)
    }
    return .object(object)
  }

  @Test("no 500, no undocumented status, always the envelope: issue 5", arguments: 0..<6 as Range<UInt64>)
  func statuses(seed: UInt64) async throws {
    var numbers = SeededNumbers(seed)
    let wire = try TestWire()
    let account = await wire.signUp("fuzz@example.com")
    let document = await wire.send(.get, "/openapi.json").json
    for (operation, path) in IdentityToolkitAPI.standing(on: .single, .dev) {
      // The poll waits by the test's clock, and the wipe would take the account away.
      guard !["emulator.accounts.delete", "sessions.signOut"].contains(operation.id) else { continue }
      let target = path.pattern.text.replacing("{project}", with: "demo-bramley") + "?key=fake"
      let members = try SchemaRecorder.members(of: operation.request)
      for _ in 0..<8 {
        var body = Self.object(members, &numbers)
        if case .object(var object) = body, object["idToken"] != nil, Bool.random(using: &numbers) {
          object["idToken"] = .text(account.idToken)
          body = .object(object)
        }
        let isOwner = Bool.random(using: &numbers)
        let headers: HTTPFields =
          operation.rule == .person
          ? ["authorization": "Bearer \(account.idToken)"] : isOwner ? ["authorization": "Bearer owner"] : [:]
        let answer = await wire.send(
          operation.method, target, body: operation.method == .get ? [] : body.bytes, headers: headers)
        let documented = document["paths"]?[path.pattern.text]?[operation.method.rawValue.lowercased()]?[
          "responses"]
        #expect(documented?["\(answer.status)"] != nil, "\(operation.id) \(answer.status) \(body)")
        if answer.status != 200 {
          #expect(answer.json["error"]?["code"] == .number(Double(answer.status)), "\(operation.id)")
          #expect(answer.message?.isEmpty == false, "\(operation.id)")
        }
      }
    }
  }
}
