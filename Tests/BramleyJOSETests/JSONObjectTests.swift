import Testing

@testable import BramleyJOSE

@Suite("JSON objects read without a decoder")
struct JSONObjectTests {
  private func value(_ text: String) throws -> JSONObject.Value? {
    try JSONObject(Array(#"{"a":\#(text)}"#.utf8))["a"]
  }

  @Test(
    "what the strict scan refuses gives no object: A07",
    arguments: [
      ("", .invalidJSON), ("[]", .invalidJSON), (#"{"a":1,"a":2}"#, .duplicateMember),
      (#"{"a":1,"\u0061":2}"#, .duplicateMember), (#"{"a":1}x"#, .invalidJSON), (#"{"a":"b}"#, .invalidJSON),
      (#"{"a":"\ud800"}"#, .invalidJSON), (#"{"a":01}"#, .invalidJSON), ("{\"a\":\"\u{1}\"}", .invalidJSON),
      ("{\"a\":\"1234567\u{1}\"}", .invalidJSON), (#"{"a":tru}"#, .invalidJSON),
    ] as [(String, JOSEError.Code)])
  func refused(text: String, code: JOSEError.Code) {
    #expect(throws: JOSEError(code, "")) { try JSONObject(Array(text.utf8)) }
  }

  @Test(
    "values that are plain",
    arguments: [
      (#""""#, .text("")), (#""é🙂""#, .text("é🙂")),
      (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude42""#, .text("\"\\/\u{8}\u{C}\n\r\té🙂")),
      (
        #""a long text \" with a quote in the middle of it""#,
        .text(#"a long text " with a quote in the middle of it"#)
      ),
      ("0", .whole(0)), ("-0", .whole(0)), ("-17", .whole(-17)),
      ("999999999999999999", .whole(999_999_999_999_999_999)), ("true", .flag(true)), ("false", .flag(false)),
      ("null", .null),
    ] as [(String, JSONObject.Value)])
  func plain(text: String, expected: JSONObject.Value) throws {
    #expect(try value(text) == expected)
  }

  @Test(
    "values that are not: nothing overflows",
    arguments: ["1.0", "1e3", "1000000000000000000", "9223372036854775808", "[]", "[1]", "{}", #"{"a":1}"#])
  func other(text: String) throws {
    #expect(try value(text) == .other)
  }

  @Test("a member is found by its unescaped name, and only by the whole of it")
  func names() throws {
    let object = try JSONObject(Array(#"{"ab":1,"\u0061":2,"é\"":3,"":4}"#.utf8))
    #expect(object["ab"] == .whole(1))
    #expect(object["a"] == .whole(2))
    #expect(object["é\""] == .whole(3))
    #expect(object[""] == .whole(4))
    #expect(object["abc"] == nil)
    #expect(object["b"] == nil)
    #expect(!object.contains("\\u0061"))
    #expect(object.hasName(with: UInt8(ascii: "b")))
    #expect(!object.hasName(with: UInt8(ascii: "_")))
  }

  @Test("a sign that ends a text or must be escaped is seen at every place", arguments: 0..<24)
  func everyPlace(place: Int) throws {
    for sign in ["\"", "\\", "\u{1f}", "\u{0}"] {
      let text = String(repeating: "x", count: place) + sign + String(repeating: "é", count: 12)
      var writer = JSONWriter(capacity: 64)
      writer.object { $0.member("a", text) }
      #expect(try JSONObject(writer.bytes)["a"] == .text(text))
    }
    for sign in [" ", "!", "#", "[", "]", "\u{7f}"] {
      let text = String(repeating: "x", count: place) + sign + String(repeating: "x", count: 12)
      var writer = JSONWriter(capacity: 64)
      writer.object { $0.member("a", text) }
      #expect(writer.bytes == Array(#"{"a":"\#(text)"}"#.utf8))
    }
  }
}
