import _Markup
import Phrases

/// The button that leads to Apple: one of Apple's titles, 44 points high, no less prominent than any other.
///
/// - Standard: Human Interface Guidelines, "Sign in with Apple"; the logo is the operator's to place (R41).
struct AppleButton: Sendable {
  let pages: HostedPages
  let visit: Visit

  var html: HTML {
    let title = AppleTitle(.signIn, locale: visit.language.tag)
    let logo: HTML =
      pages.configuration.appleLogo == nil
      ? Mark.person : "<img src=\"\(visit.address.path(Assets.appleLogoPath))\" alt=\"\" class=\"logo\">"
    return """
      <button type="submit" class="apple" lang="\(title.languageTag)">\(logo)\
      <span>\(title.text)</span></button>
      """
  }
}
