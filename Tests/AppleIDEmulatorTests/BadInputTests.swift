import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("Bad input")
struct BadInputTests {
  /// What Apple's back channel answers when it refuses.
  static let appleErrors: Set<String> = [
    "invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type",
    "invalid_scope",
  ]

  static let backChannel = ["/auth/token", "/auth/revoke", "/auth/usermigrationinfo"]

  static let bodies: [[UInt8]] = [
    [], [0], Array("=".utf8), Array("&&&&".utf8), Array("%".utf8), Array("a=%".utf8), Array("a=%f".utf8),
    Array("a=%ff%fe".utf8), [0xff, 0xfe, 0x00], Array("{}".utf8), Array("client_id".utf8),
    Array("client_id=com.example.web&client_id=com.example.web".utf8),
    Array("client_id=%00&client_secret=%00&grant_type=%00&token=%00".utf8),
    Array("client_id=\u{202E}&client_secret=..&grant_type=authorization_code&code=c&token=r".utf8),
    Array((0..<40).map { "p\($0)=v" }.joined(separator: "&").utf8),
    Array("grant_type=authorization_code&code=".utf8) + [UInt8](repeating: 0x61, count: 60_000),
  ]

  private func expectRefusal(_ response: HTTPResponse, _ note: Comment) {
    #expect(response.status == 400, note)
    #expect(Self.appleErrors.contains(response.errorCode), note)
    #expect(response.headers["content-type"] == "application/json;charset=UTF-8", note)
    #expect(response.headers["cache-control"] == "no-store", note)
  }

  @Test("gets Apple's own error in Apple's JSON at every back-channel endpoint", arguments: backChannel)
  func everyEndpoint(_ path: String) async throws {
    let apple = try await Harness()
    for type in [
      "application/x-www-form-urlencoded", "application/json", "text/plain", "", "x/y;;;=", "\u{7f}",
    ] {
      for body in Self.bodies {
        let response = await apple.send(.post, path, headers: ["content-type": type], body: body)
        expectRefusal(response, "\(path) \(type) \(String(decoding: body.prefix(60), as: UTF8.self))")
      }
    }
  }

  @Test("that is a good request with a few bytes changed is refused or, rarely, still a good request")
  func mutations() async throws {
    let apple = try await Harness()
    let tokens = try await apple.tokens()
    let secret = try apple.secret()
    let refresh = try #require(tokens.refresh_token)
    let good: [(String, String)] = [
      ("/auth/token", "grant_type=refresh_token&refresh_token=\(refresh)&"),
      ("/auth/token", "grant_type=client_credentials&scope=user.migration&"),
      ("/auth/revoke", "token_type_hint=access_token&token=\(refresh)&"),
      ("/auth/usermigrationinfo", "sub=000000.0.0000&target=TEAM000002&"),
    ]
    var dice = Dice(state: 20_261_130)
    for round in 0..<1_500 {
      let (path, start) = good[round % good.count]
      var body = Array((start + "client_id=com.example.web&client_secret=" + secret).utf8)
      for _ in 0...dice.next(3) {
        switch dice.next(4) {
        case 0: body[dice.next(body.count)] = UInt8(dice.next(256))
        case 1: body.remove(at: dice.next(body.count))
        case 2: body.insert(UInt8(dice.next(256)), at: dice.next(body.count))
        default: body += body.suffix(dice.next(body.count))
        }
      }
      let response = await apple.send(
        .post, path, headers: ["content-type": "application/x-www-form-urlencoded"], body: body)
      guard response.status != 200 else { continue }
      expectRefusal(response, "round \(round): \(String(decoding: body.prefix(80), as: UTF8.self))")
    }
    // A hint that lost its name is none, so the token may be revoked by now; everything still works.
    #expect(try await apple.tokens().refresh_token != nil)
  }

  @Test("at the page is a page or a refusal, whatever the form holds")
  func page() async throws {
    let apple = try await Harness()
    for body in Self.bodies + [Array("action=continue".utf8), Array("action=continue&user=%00".utf8)] {
      for path in ["/auth/authorize", "/appleauth/auth/oauth/authorize"] {
        let response = await apple.send(
          .post, path, query: apple.query().encoded,
          headers: ["content-type": "application/x-www-form-urlencoded", "accept": "text/html"], body: body)
        #expect([200, 400].contains(response.status))
        #expect(response.headers["location"] == nil)
        #expect(!Page(response).hiddenFields.keys.contains("code"))
      }
    }
  }

  static let controlPaths: [(HTTPMethod, String)] = [
    (.post, "/native/authorizations"), (.post, "/users"), (.patch, "/users/maria@example.com"),
    (.post, "/users/maria@example.com/events"), (.post, "/teams"), (.post, "/keys"), (.post, "/clients"),
    (.post, "/transfers"), (.post, "/mailboxes/nobody@privaterelay.appleid.com"), (.patch, "/settings"),
    (.post, "/faults"), (.post, "/keys:rotate"),
  ]

  @Test("is refused by the control API with error and message, and changes nothing", arguments: controlPaths)
  func control(_ method: HTTPMethod, _ path: String) async throws {
    let apple = try await Harness()
    let before = await apple.control(.get, "/clients").text + apple.control(.get, "/users").text
    let bodies = [
      "[]", "null", "1", "\"a\"", "{", "{\"", "{\"a\":}", "{\"email\":{}}", "{\"email\":\"\\ud800\"}",
      "{\"team_id\":1e999}", String(repeating: "[", count: 5_000),
      "{\"client_id\":[],\"user\":{},\"type\":1}",
      "{\"settings\":null,\"token_lifetime\":-1,\"endpoint\":\"moon\",\"email\":\"\",\"from\":\"\"}",
    ]
    for body in bodies {
      let response = await apple.control(method, path, body)
      guard response.status >= 300 else {
        // A body whose members this endpoint does not know asks for nothing.
        #expect(["/users/maria@example.com", "/keys:rotate"].contains(path), "\(body)")
        continue
      }
      #expect([400, 404, 409].contains(response.status), "\(body) \(response.text)")
      #expect(try response.json(ErrorReply.self).message?.isEmpty == false)
    }
    #expect(await apple.control(.get, "/clients").text + apple.control(.get, "/users").text == before)
  }
}

/// A small generator with a fixed seed, so that a failing round comes back.
private struct Dice {
  var state: UInt64

  /// A number below the bound.
  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return bound > 0 ? Int((state >> 33) % UInt64(bound)) : 0
  }
}
