import _Markup
import Phrases

/// The labelled fields that several forms share.
enum Field {
  /// An address; always written from left to right.
  ///
  /// - Parameter isWrong: Whether the last try failed; the cursor then stands here.
  static func email(_ value: String, _ language: Language, isWrong: Bool = false) -> HTML {
    """
    <label><span>\(HTML.phrase(.pageEmail, language))</span>
    <input type="email" name="email" value="\(value)" autocomplete="username" required maxlength="254" \
    dir="ltr"\(" aria-invalid=\"true\" autofocus", if: isWrong)></label>
    """
  }

  /// The password of an account that exists.
  static func password(_ language: Language) -> HTML {
    """
    <label><span>\(HTML.phrase(.pagePassword, language))</span>
    <input type="password" name="password" autocomplete="current-password" required maxlength="4096"></label>
    """
  }

  /// A password to be, with its rule.
  static func newPassword(minimumLength: Int, _ language: Language) -> HTML {
    let rule = HTML.phrase(.pagePasswordHint, language, ["count": String(minimumLength)])
    return """
      <label><span>\(HTML.phrase(.pagePassword, language))</span>
      <input type="password" name="password" autocomplete="new-password" required \
      minlength="\(minimumLength)" maxlength="4096" aria-describedby="rule">
      <span class="hint" id="rule">\(rule)</span></label>
      """
  }

  /// The page of ours to return to, carried through a form.
  static func returnTo(_ page: String?) -> HTML {
    guard let page else { return "" }
    return "<input type=\"hidden\" name=\"return\" value=\"\(page)\">"
  }
}
