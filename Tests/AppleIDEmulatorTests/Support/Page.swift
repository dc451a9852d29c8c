import BramleyHTTP

/// A page, read as a browser would read its form.
struct Page {
  let html: String

  init(_ response: HTTPResponse) { html = String(decoding: response.body, as: UTF8.self) }

  /// Name and value of every hidden input.
  var hiddenFields: [String: String] {
    var fields: [String: String] = [:]
    for tag in tags("input") where tag.contains("type=\"hidden\"") {
      if let name = attribute("name", of: tag) { fields[name] = attribute("value", of: tag) ?? "" }
    }
    return fields
  }

  /// The tags of a kind, as they stand.
  func tags(_ name: String) -> [String] {
    html.split(separator: "<").filter { $0.hasPrefix(name + " ") }.map { part in
      String(part.prefix { $0 != ">" })
    }
  }

  /// An attribute's value, unescaped.
  func attribute(_ name: String, of tag: String) -> String? {
    guard let start = tag.range(of: name + "=\"") else { return nil }
    let value = tag[start.upperBound...].prefix { $0 != "\"" }
    return String(value).replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
      .replacing("&gt;", with: ">").replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
