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
  static func password(_ language: Language, isWrong: Bool = false) -> HTML {
    """
    <label><span>\(HTML.phrase(.pagePassword, language))</span>
    <input type="password" name="password" autocomplete="current-password" required maxlength="4096"\
    \(" aria-invalid=\"true\" autofocus", if: isWrong)></label>
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

  /// A password to be, typed twice, with its rule.
  ///
  /// - Parameter isWrong: Whether the last try failed; the cursor then stands here.
  static func newPasswordTwice(minimumLength: Int, _ language: Language, isWrong: Bool = false) -> HTML {
    let rule = HTML.phrase(.pagePasswordHint, language, ["count": String(minimumLength)])
    return """
      <label><span>\(HTML.phrase(.pageNewPassword, language))</span>
      <input type="password" name="password" autocomplete="new-password" required \
      minlength="\(minimumLength)" maxlength="4096" aria-describedby="rule"\
      \(" aria-invalid=\"true\" autofocus", if: isWrong)>
      <span class="hint" id="rule">\(rule)</span></label>
      <label><span>\(HTML.phrase(.pageRepeatPassword, language))</span>
      <input type="password" name="repeated" autocomplete="new-password" required maxlength="4096"></label>
      """
  }

  /// The digits of a second factor; telephones offer those of a message that just came.
  static func code(_ label: PhraseKey, _ language: Language, isWrong: Bool = false) -> HTML {
    """
    <label><span>\(HTML.phrase(label, language))</span>
    <input type="text" name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,9}" \
    maxlength="9" required dir="ltr" class="digits" autofocus\(" aria-invalid=\"true\"", if: isWrong)></label>
    """
  }

  /// The page of ours to return to, carried through a form.
  static func returnTo(_ page: String?) -> HTML {
    guard let page else { return "" }
    return "<input type=\"hidden\" name=\"return\" value=\"\(page)\">"
  }
}
