import Testing

@testable import IdentityToolkitAPI

@Suite("postBody in its two spellings (wire §4.3)")
struct PostBodyTests {
  @Test(
    "what is no parameter is kept out, and nothing traps",
    arguments: ["", "&", "&&&", "=", "=a", "user={", "user={\"a\":\"}", "%", "a=%zz", "user=", "xuser={}&"])
  func hostile(text: String) {
    let body = PostBody(text)
    #expect(body["providerId"] == nil)
    #expect(body["id_token"] == nil)
  }

  @Test("a value that does not decode is kept as it stands", arguments: ["%zz", "100%", "%c3%28"])
  func undecodable(text: String) {
    #expect(PostBody("nonce=\(text)")["nonce"] == text)
  }

  @Test("the Apple SDK's raw user JSON may hold ampersands, quotes, braces and any script")
  func rawUser() {
    let json = #"{"name":{"firstName":"A & B = {\"c\"}","lastName":"رضایی + 1"}}"#
    let body = PostBody("providerId=apple.com&id_token=a.b.c&nonce=x+y&access_token=code&user=" + json)
    #expect(body["user"] == json)
    #expect(body["id_token"] == "a.b.c")
    #expect(body["nonce"] == "x+y")
    #expect(body["access_token"] == "code")
  }

  @Test("what follows the raw user JSON is read too")
  func afterUser() {
    let body = PostBody(#"user={"name":{}}&providerId=apple.com"#)
    #expect(body["user"] == #"{"name":{}}"#)
    #expect(body["providerId"] == "apple.com")
  }

  @Test("a parameter whose name only ends in user is none")
  func otherName() {
    let body = PostBody(#"superuser={"a":1}&providerId=apple.com"#)
    #expect(body["user"] == nil)
    #expect(body["superuser"] == #"{"a":1}"#)
  }

  @Test("the JavaScript SDK encodes every value")
  func encoded() {
    let body = PostBody(
      "id_token=a.b.c&providerId=apple.com&nonce=a%26b%3D%2B&user=%7B%22name%22%3A%7B%7D%7D")
    #expect(body["nonce"] == "a&b=+")
    #expect(body["user"] == #"{"name":{}}"#)
  }

  @Test("of a repeated name the last counts; more than 64 segments are cut off")
  func many() {
    #expect(PostBody("a=1&a=2")["a"] == "2")
    let many = (0..<200).map { "p\($0)=1" }.joined(separator: "&")
    #expect(PostBody(many).parameters.count == 64)
  }
}
