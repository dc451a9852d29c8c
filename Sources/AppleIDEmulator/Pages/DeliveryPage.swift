import _Markup
import BramleyCrypto
import BramleyHTTP
import Phrases

/// Pages that carry the answer back to the relying party.
enum DeliveryPage {
  /// Posts the fields to the Return URL at once; without JavaScript a button does it.
  static func form(
    _ fields: FormFields, to address: String, language: Language, random: any RandomSource
  ) -> HTTPResponse {
    let inputs = fields.fields.map { field -> HTML in
      "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
    }
    let body: HTML = """
      <main class="sheet">
      <p class="lead" role="status">\(HTML.phrase(.emulatorReturning, language, ["app": host(of: address)]))</p>
      <form id="answer" method="post" action="\(address)">
      \(inputs)
      <noscript><div class="buttons"><button type="submit" class="primary">\
      \(HTML.phrase(.emulatorContinue, language))</button></div></noscript>
      </form>
      </main>
      """
    let script = PageFrame.Script("document.getElementById('answer').submit()", random: random)
    return frame(body, language, script).response(formAction: nil)
  }

  /// Tells the page that opened the popup.
  ///
  /// - Parameter origin: The origin of the Return URL: nobody else may read the message.
  static func message(
    _ message: String, to origin: String, language: Language, random: any RandomSource
  ) -> HTTPResponse {
    let body: HTML = """
      <main class="sheet">
      <p class="lead" role="status">\(HTML.phrase(.emulatorReturning, language, ["app": host(of: origin)]))</p>
      </main>
      """
    let script = PageFrame.Script(
      "if(window.opener){window.opener.postMessage(\(literal(message)),\(literal(origin)))}", random: random)
    return frame(body, language, script).response(formAction: "'none'")
  }

  private static func frame(_ body: HTML, _ language: Language, _ script: PageFrame.Script) -> PageFrame {
    PageFrame(
      title: AppleTitle(.signIn, locale: language.tag).text, language: language, body: body, script: script)
  }

  private static func host(of address: String) -> String {
    Origin(of: address).map { $0.host + $0.port } ?? address
  }

  /// A JavaScript string literal that cannot end its script element.
  static func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "<", ">", "&", "'", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1f}", "\u{7f}":
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
