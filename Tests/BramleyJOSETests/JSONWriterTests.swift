import Testing

@testable import BramleyJOSE

@Suite("Writing JSON")
struct JSONWriterTests {
  private func written(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter(capacity: 16)
    writer.object(write)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test("what is nil is left out, with its comma")
  func absent() {
    let text = written {
      $0.member("a", nil as String?)
      $0.member("b", nil as Bool?)
      $0.member("c", nil as Int64?)
      $0.member("d", nil as [String]?) { $1.string($0) }
      $0.members([])
    }
    #expect(text == "{}")
  }

  @Test("members of every kind stand side by side, and a comma between each two")
  func kinds() {
    let text = written {
      $0.member("text", "a\"b\\c\u{1f}")
      $0.member("true", true)
      $0.member("false", false)
      $0.member("number", Int64.min)
      $0.member("object") { inner in
        inner.member("one", Int64(1))
        inner.member("two", Int64(2))
      }
      $0.emptyObject("empty")
      $0.member(named: "x\"y", listOf: "z")
      $0.member("list", ["p", "q"]) { $1.string($0) }
      $0.member("none", [] as [String]) { $1.string($0) }
      $0.members(ArraySlice(#""ready":null"#.utf8))
      $0.member("last", "")
    }
    #expect(
      text == #"{"text":"a\"b\\c\u001f","true":true,"false":false,"number":-9223372036854775808,"#
        + #""object":{"one":1,"two":2},"empty":{},"x\"y":["z"],"list":["p","q"],"none":[],"ready":null,"last":""}"#
    )
    #expect(throws: Never.self) { try StrictJSON.check(Array(text.utf8)) }
  }
}
