import BramleyHTTP
import Testing

@Suite("JSON bodies")
struct JSONBodyTests {
  struct Form: Codable, Equatable {
    struct Part: Codable, Equatable { var count: Int }
    var name: String
    var flag: Bool?
    var parts: [Part]?
  }

  private func failure(_ text: String, _ body: JSONBody = JSONBody()) -> JSONBody.Failure? {
    do {
      _ = try body.decode(Form.self, from: Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "says what is wrong",
    arguments: [
      ("", .empty), (" \r\n", .empty), ("{", .notJSON), ("nonsense", .notJSON),
      ("{\"name\":\"a\"} x", .notJSON),
      ("{\"name\":\"a\",}", .notJSON), ("{\"name\":\"a\" , \n}", .notJSON), ("[1,]", .notJSON),
      ("\u{feff}{\"name\":\"a\"}", .notJSON), ("{\"name\":\"a\0\"}", .notJSON),
      ("{}", .missing(path: "name")), ("{\"name\":1}", .wrongType(path: "name", expected: "text")),
      ("[]", .wrongType(path: "", expected: "an object")),
      ("null", .wrongType(path: "", expected: "an object")),
      ("{\"name\":null}", .wrongType(path: "name", expected: "text")),
      ("{\"name\":\"a\",\"flag\":\"yes\"}", .wrongType(path: "flag", expected: "true or false")),
      ("{\"name\":\"a\",\"parts\":{}}", .wrongType(path: "parts", expected: "a list")),
      (
        "{\"name\":\"a\",\"parts\":[{\"count\":1},{\"count\":\"x\"}]}",
        .wrongType(path: "parts[1].count", expected: "a whole number")
      ),
      ("{\"name\":\"a\",\"parts\":[{}]}", .missing(path: "parts[0].count")),
      ("{\"name\":\"a\",\"parts\":[{\"count\":1.5}]}", .wrongValue(path: "")),
      ("{\"name\":\"a\",\"parts\":[{\"count\":99999999999999999999}]}", .wrongValue(path: "")),
    ] as [(String, JSONBody.Failure)])
  func refuses(_ text: String, _ expected: JSONBody.Failure) {
    #expect(failure(text) == expected)
  }

  @Test(
    "refuses text that is not UTF-8",
    arguments: [
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], [0x7b, 0x00, 0x7d, 0x00],
      Array("{\"name\":\"".utf8) + [0xc0, 0x80] + Array("\"}".utf8),
      Array("{\"name\":\"".utf8) + [0xff] + Array("\"}".utf8),
    ] as [[UInt8]])
  func encoding(_ bytes: [UInt8]) {
    #expect(throws: JSONBody.Failure.notJSON) { try JSONBody().decode(Form.self, from: bytes) }
  }

  @Test(
    "refuses a megabyte of nested arrays at once, without descending (issue 2, bad input)",
    arguments: [
      "[", "{\"a\":", "[[[[{\"a\":",
    ])
  func nested(_ unit: String) {
    let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
    let start = ContinuousClock.now
    #expect(failure(text) == .tooDeep(limit: 32))
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test("counts depth exactly, and not inside text")
  func depth() {
    let deep = { (depth: Int) in String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    #expect(failure(deep(33)) == .tooDeep(limit: 32))
    #expect(failure(deep(32)) != .tooDeep(limit: 32))
    #expect(failure("{\"name\":\"\(String(repeating: "[", count: 100))\\\"{{{\"}") == nil)
  }

  @Test("refuses more values, and more bytes, than its limits")
  func counts() {
    let many = "{\"name\":\"a\",\"x\":[" + String(repeating: "1,", count: 10_000) + "1]}"
    #expect(failure(many) == .tooManyValues(limit: 10_000))
    #expect(failure("{\"name\":\"a\"}", JSONBody(limit: 11)) == .tooLarge(limit: 11))
    #expect(failure("{\"name\":\"a\"}", JSONBody(limit: 12)) == nil)
  }

  @Test(
    "judges the content type where the route asks for it",
    arguments: [
      (nil, false), ("text/plain", false), ("application/x-www-form-urlencoded", false),
      ("application/jsonx", false),
      ("application/json", true), ("Application/JSON; charset=utf-8", true),
      ("application/problem+json", true),
    ] as [(String?, Bool)])
  func contentType(_ type: String?, _ isTaken: Bool) throws {
    var request = HTTPRequest(method: .post, path: "/", body: Array("{\"name\":\"a\"}".utf8))
    request.headers["content-type"] = type
    #expect(try JSONBody().decode(Form.self, from: request).name == "a")
    let strict = JSONBody(contentTypes: .json)
    if isTaken {
      #expect(try strict.decode(Form.self, from: request).name == "a")
    } else {
      #expect(throws: JSONBody.Failure.wrongContentType) { try strict.decode(Form.self, from: request) }
    }
  }

  @Test("takes no body as an empty object where the route allows it")
  func takesEmpty() throws {
    struct Nothing: Decodable { var name: String? }
    #expect(try JSONBody(takesEmpty: true).decode(Nothing.self, from: []).name == nil)
  }
}
