import Phrases
import Testing

@Suite("Titles of the Apple button")
struct AppleTitleTests {
  @Test(
    "confirmed ones are Apple's own words",
    arguments: [
      ("en_US", "Sign in with Apple"), ("it_IT", "Accedi con Apple"), ("id_ID", "Masuk dengan Apple"),
      ("ko_KR", "Apple로 로그인"), ("ja_JP", "Appleでサインイン"), ("zh_CN", "通过 Apple 登录"),
      ("zh_HK", "使用 Apple 登入"), ("sv_SE", "Logga in med Apple"), ("es_MX", "Iniciar sesión con Apple"),
      ("pt_BR", "Iniciar sessão com a Apple"),
    ])
  func confirmed(_ locale: String, _ text: String) {
    let title = AppleTitle(.signIn, locale: locale)
    #expect(title.text == text)
    #expect(title.isConfirmed)
  }

  @Test(
    "others are marked as not Apple's",
    arguments: [
      ("de_DE", "Mit Apple anmelden"), ("fr_CA", "Se connecter avec Apple"), ("iw_IL", "התחבר באמצעות Apple"),
      ("no_NO", "Logg inn med Apple"), ("pt_PT", "Iniciar sessão com Apple"), ("fa", "ورود با Apple"),
      ("zh_TW", "使用 Apple 登入"),
    ])
  func unconfirmed(_ locale: String, _ text: String) {
    let title = AppleTitle(.signIn, locale: locale)
    #expect(title.text == text)
    #expect(!title.isConfirmed)
  }

  @Test("an unknown locale is English, and so are the two other titles", arguments: ["", "xx_XX", "_", "zz"])
  func fallback(_ locale: String) {
    #expect(AppleTitle(.signIn, locale: locale).text == "Sign in with Apple")
    #expect(AppleTitle(.proceed, locale: "de_DE").text == "Continue with Apple")
    #expect(AppleTitle(.signUp, locale: "ja_JP").text == "Sign up with Apple")
  }
}
