import BramleyJOSE
import Testing

@Suite("The strict scan of JSON")
struct StrictJSONTests {
  static func code(_ text: String) -> JOSEError.Code? { code(Array(text.utf8)) }

  static func code(_ bytes: [UInt8], limits: StrictJSON.Limits = .token) -> JOSEError.Code? {
    do throws(JOSEError) {
      try StrictJSON.check(bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    "refuses member names that stand twice, however they are spelled: R12",
    arguments: [
      #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"\u0061":1,"\u0061":2}"#,
      #"{"x":{"sub":"1","s\u0075b":"2"}}"#, #"{"x":[{"":1,"":1}]}"#, #"{"😀":1,"\ud83d\ude00":1}"#,
    ])
  func duplicates(text: String) {
    #expect(Self.code(text) == .duplicateMember)
  }

  @Test(
    "takes one name in different objects",
    arguments: [#"{"a":{"a":1},"b":{"a":1}}"#, #"{"a":[{"a":1},{"a":2}]}"#])
  func sameNameElsewhere(text: String) {
    #expect(Self.code(text) == nil)
  }

  @Test(
    "refuses what is not one JSON object",
    arguments: [
      "", " ", "[]", "1", "\"a\"", "null", "{", "}", "{}{}", "{} x", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
      "{,}", "{a:1}", "{'a':1}", "{\"a\":1 \"b\":2}", "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":[}",
      "{\"a\":tru}", "{\"a\":nul", "{\"a\":01}", "{\"a\":+1}", "{\"a\":.5}", "{\"a\":1.}", "{\"a\":1e}",
      "{\"a\":-}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\":\"\\x\"}",
      "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\ud800\\u0041\"}",
      "{\"a\":\"\\ud800x\"}", "{\"a\":\"\\udc00\"}", "{\"a\":\"\n\"}", "{\"a\":\"\u{0}\"}", "\u{FEFF}{}",
      "{\"a\":1}\u{0}", "{/**/}", "{\"a\":1e+}",
    ])
  func malformed(text: String) {
    #expect(Self.code(text) == .invalidJSON)
  }

  @Test(
    "refuses bytes that are not UTF-8",
    arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]] as [[UInt8]])
  func invalidUTF8(bytes: [UInt8]) {
    #expect(Self.code(Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)) == .invalidJSON)
  }

  @Test(
    "takes every kind of value",
    arguments: [
      "{}", " { } ", "{\"a\":null,\"b\":true,\"c\":false}", "{\"a\":[],\"b\":[ 1 , 2 ]}",
      "{\"a\":0,\"b\":-0.5e-10,\"c\":12E+3}", "{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00é😀\"}",
      "\t\r\n{\"a\" : { \"b\" : { } } }\n",
    ])
  func wellFormed(text: String) {
    #expect(Self.code(text) == nil)
  }

  @Test("refuses nesting beyond 16 levels, also 10 000 arrays, and takes 16")
  func depth() {
    func nested(_ count: Int) -> String {
      #"{"a":"# + String(repeating: "[", count: count) + String(repeating: "]", count: count) + "}"
    }
    #expect(Self.code(nested(15)) == nil)
    #expect(Self.code(nested(16)) == .tooDeep)
    #expect(Self.code(Array(nested(10_000).utf8), limits: .keySet) == .tooDeep)
    #expect(Self.code(#"{"a":"# + String(repeating: #"{"b":"#, count: 20)) == .tooDeep)
  }

  @Test("refuses more than 16 KiB and takes 16 KiB")
  func size() {
    func padded(_ count: Int) -> String { "{}" + String(repeating: " ", count: count - 2) }
    #expect(Self.code(padded(16 * 1024)) == nil)
    #expect(Self.code(padded(16 * 1024 + 1)) == .tooLong)
  }

  @Test("refuses an object with more than 256 members")
  func members() {
    func object(_ count: Int) -> String {
      "{" + (0..<count).map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    }
    #expect(Self.code(object(256)) == nil)
    #expect(Self.code(object(257)) == .tooManyMembers)
  }
}
