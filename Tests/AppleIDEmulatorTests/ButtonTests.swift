import AppleIDEmulator
import BramleyHTTP
import Testing

@Suite("Button images and script")
struct ButtonTests {
  private let svg: HTTPFields = ["accept": "image/svg+xml"]

  @Test(
    "outside Apple's limits are 404",
    arguments: [
      "height=29", "height=65", "width=129", "width=376", "color=blue", "border=yes", "border_radius=51",
      "scale=0", "scale=7", "type=sign-up", "locale=xx_XX", "height=abc", "height=30&height=30", "height=",
      "width=99999999999999999999", "label-position=71", "logo-size=huge",
    ])
  func limits(_ query: String) async throws {
    let apple = try await Harness()
    let response = await apple.send(.get, "/appleid/button/left", query: query, headers: svg)
    #expect(response.status == 404)
  }

  @Test("have the size, colour and title that were asked for")
  func drawing() async throws {
    let apple = try await Harness()
    let response = await apple.send(
      .get, "/appleid/button",
      query: "width=200&height=44&scale=2&color=white&border=true&locale=de_DE", headers: svg)
    #expect(response.headers["content-type"] == "image/svg+xml")
    let text = response.text
    #expect(text.contains(#"width="400" height="88" viewBox="0 0 200 44""#))
    #expect(text.contains("Mit Apple anmelden"))
    #expect(text.contains(##"fill="#fff" stroke="#000""##))
    let arabic = await apple.send(.get, "/appleid/button", query: "locale=ar_SA", headers: svg).text
    #expect(arabic.contains(#"direction="rtl""#))
    let logo = await apple.send(.get, "/appleid/button/logo", query: "size=44", headers: svg).text
    #expect(!logo.contains("<text"))
    #expect(logo.contains(#"width="44" height="44""#))
  }

  @Test("are PNG for whoever does not ask for SVG, or 501 with the reason where no converter is")
  func png() async throws {
    let apple = try await Harness()
    let response = await apple.send(.get, "/appleid/button", query: "width=140&height=30")
    if response.status == 501 {
      #expect(response.text.contains("rsvg-convert"))
    } else {
      #expect(response.headers["content-type"] == "image/png")
      #expect(response.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    }
  }

  @Test("the script has the calls of Apple's and the language's title; its locale is from the list")
  func script() async throws {
    let apple = try await Harness()
    let path = "/appleauth/static/jsapi/appleid/1/"
    let response = await apple.get(path + "fr_FR/appleid.auth.js")
    #expect(response.headers["content-type"] == "text/javascript; charset=utf-8")
    for word in [
      "init: init", "signIn: signIn", "renderButton: renderButton", "AppleIDSignInOnSuccess",
      "AppleIDSignInOnFailure", "AppleIDSigInLoaded", "popup_closed_by_user", "popup_blocked_by_browser",
      "user_trigger_new_signin_flow", "Se connecter avec Apple",
    ] { #expect(response.text.contains(word), "\(word)") }
    #expect(!response.text.contains("__"))
    #expect(await apple.get(path + "zz_ZZ/appleid.auth.js").status == 404)
  }
}
