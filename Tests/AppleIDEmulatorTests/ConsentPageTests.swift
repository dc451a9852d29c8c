import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("The sign-in page")
struct ConsentPageTests {
  private func page(_ apple: Harness, _ language: String = "en", _ changes: [String: String?] = [:]) async
    -> HTTPResponse
  {
    await apple.get(
      "/auth/authorize", query: apple.query(changes),
      headers: ["accept": "text/html", "accept-language": language])
  }

  @Test("is one form of the contract's names and works without JavaScript")
  func formNames() async throws {
    let apple = try await Harness()
    let response = await page(apple)
    let html = response.text
    for name in ["user", "firstName", "lastName", "hideEmail"] { #expect(html.contains("name=\"\(name)\"")) }
    #expect(html.contains(#"<button type="submit" name="action" value="continue""#))
    #expect(html.contains(#"<button type="submit" name="action" value="cancel""#))
    #expect(html.components(of: "<form") == 1)
    #expect(!html.contains("<script"))
    #expect(html.contains(#"value="maria@example.com""#))
    #expect(
      response.headers["content-security-policy"]
        == "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; "
        + "form-action 'self'")
    #expect(response.headers["cache-control"] == "no-store")
  }

  @Test("asks for nothing that no scope wants")
  func scopes() async throws {
    let apple = try await Harness()
    let none = await page(apple, "en", ["scope": nil]).text
    #expect(!none.contains("firstName"))
    #expect(!none.contains("hideEmail"))
    let name = await page(apple, "en", ["scope": "name"]).text
    #expect(name.contains("name=\"firstName\""))
    #expect(!name.contains("name=\"hideEmail\""))
  }

  @Test(
    "speaks the browser's language with its direction; an address inside stays left to right (FR-62)",
    arguments: [
      ("de", "ltr", "Mit Apple anmelden"), ("ar", "rtl", "تسجيل الدخول باستخدام Apple"),
      ("he", "rtl", "התחבר באמצעות Apple"), ("fa-IR, en;q=0.5", "rtl", "ورود با Apple"),
      ("zh-CN", "ltr", "通过 Apple 登录"), ("xx", "ltr", "Sign in with Apple"),
    ])
  func languages(_ wish: String, _ direction: String, _ title: String) async throws {
    let apple = try await Harness()
    let html = await page(apple, wish).text
    #expect(html.contains("dir=\"\(direction)\">"))
    #expect(html.contains("<h1>\(title)</h1>"))
    #expect(html.contains(#"<bdi class="address" dir="ltr">maria@example.com</bdi>"#))
  }

  @Test("escapes whatever comes from outside: query, names of accounts")
  func escapes() async throws {
    let apple = try await Harness()
    _ = await apple.control(
      .post, "/users", #"{"email":"x\"y@example.com","given_name":"<script>alert(1)</script>"}"#)
    let html = await page(apple, "en", ["state": "\"><script>"]).text
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
  }

  @Test("marks who has agreed before, whose name and address are not asked again")
  func known() async throws {
    let apple = try await Harness()
    _ = try await apple.signIn()
    let html = await page(apple).text
    #expect(html.contains(#"value="maria@example.com" class="known""#))
    #expect(html.contains(#"value="amir@example.com" class="new""#))
  }

  @Test("takes the chosen account's own name when the fields still hold another account's")
  func prefill() async throws {
    let apple = try await Harness()
    let shown = Page(await page(apple))
    #expect(shown.hiddenFields["prefilledFor"] == "maria@example.com")
    var form: FormFields = ["user": "amir@example.com", "firstName": "Maria", "lastName": "Lindqvist"]
    for (name, value) in shown.hiddenFields { form.add(name, value) }
    let user = try #require(try await apple.signIn([:], form)["user"])
    #expect(user.contains("امیر"))
    #expect(!user.contains("Maria"))
  }

  @Test("has a style sheet of its own and nothing from elsewhere")
  func style() async throws {
    let apple = try await Harness()
    let css = await apple.get("/emulator/assets/sign-in.css")
    #expect(css.headers["content-type"] == "text/css; charset=utf-8")
    #expect(!css.text.contains("http"))
    #expect(!(await page(apple).text).contains("https://"))
  }
}
