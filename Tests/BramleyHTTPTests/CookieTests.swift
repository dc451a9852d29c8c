import BramleyHTTP
import Testing

@Suite("Cookies")
struct CookieTests {
  private func cookies(_ values: String...) -> RequestCookies {
    var headers = HTTPFields()
    for value in values { headers.add("Cookie", value) }
    return RequestCookies(headers)
  }

  @Test("believes none of two cookies with one name and different values")
  func twins() {
    #expect(cookies("a=1; a=2")["a"] == nil)
    #expect(cookies("a=1", "a=2")["a"] == nil)
    #expect(cookies("a=1; a=1")["a"] == "1")
  }

  @Test(
    "reads names and values",
    arguments: [
      ("a=1; b=2", "b", "2"), ("a=1;b=2", "b", "2"), ("a=\"x y\"", "a", "x y"), ("a=b=c", "a", "b=c"),
      ("a=", "a", ""),
      ("=x; a=1", "a", "1"), ("nonsense; a=1 ", "a", "1"), ("A=1", "A", "1"), ("a=\"", "a", "\""),
    ])
  func reads(_ field: String, _ name: String, _ value: String) {
    #expect(cookies(field)[name] == value)
  }

  @Test("does not find what is not there", arguments: ["", "b=1", "A=1", "aa=1", ";;;;", "a"])
  func missing(_ field: String) {
    #expect(cookies(field)["a"] == nil)
  }

  @Test("reads no more than its limit from a field of nothing but pairs (A16)")
  func many() {
    let field = (0..<100_000).map { "c\($0)=1" }.joined(separator: "; ")
    #expect(cookies(field)["c0"] == "1")
    #expect(cookies(field)["c64"] == nil)
  }

  @Test(
    "refuses a cookie that would set something else",
    arguments: [
      SetCookie(name: "a", value: "b; Domain=evil", isSecure: true),
      SetCookie(name: "a", value: "b\r\nX: y", isSecure: true),
      SetCookie(name: "a b", value: "c", isSecure: true), SetCookie(name: "", value: "c", isSecure: true),
      SetCookie(name: "a", value: "c", path: "/;x", isSecure: true),
      SetCookie(name: "a", value: "c", path: "x", isSecure: true),
      SetCookie(name: "a", value: "é", isSecure: true), SetCookie(name: "a", value: "b,c", isSecure: true),
      SetCookie(name: "__Host-a", value: "b", isSecure: false),
      SetCookie(name: "__Host-a", value: "b", path: "/x", isSecure: true),
      SetCookie(name: "__Secure-a", value: "b", isSecure: false),
    ])
  func refuses(_ cookie: SetCookie) {
    #expect(cookie.fieldValue == nil)
    var response = HTTPResponse(status: 200)
    let isSet = response.set(cookie)
    #expect(!isSet)
    #expect(response.headers.fields.isEmpty)
  }

  @Test("writes every attribute")
  func writes() {
    var response = HTTPResponse(status: 200)
    response.set(
      SetCookie(
        name: SetCookie.hostName("s", isSecure: true), value: "v", maxAge: .seconds(60), isSecure: true))
    response.set(
      SetCookie(
        name: SetCookie.hostName("s", isSecure: false), value: "v", path: "/a", isSecure: false,
        sameSite: .strict))
    response.removeCookie("s", path: "/a", isSecure: false)
    #expect(
      response.headers.values("set-cookie") == [
        "__Host-s=v; Path=/; Max-Age=60; Secure; HttpOnly; SameSite=Lax",
        "s=v; Path=/a; HttpOnly; SameSite=Strict",
        "s=; Path=/a; Max-Age=0; HttpOnly; SameSite=Lax",
      ])
  }
}
