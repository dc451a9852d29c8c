import BramleyHTTP

/// A page, read as a browser would read it.
struct TestPage {
  let response: HTTPResponse
  let html: String

  init(_ response: HTTPResponse) {
    self.response = response
    html = String(decoding: response.body, as: UTF8.self)
  }

  var status: Int { response.status }
  var location: String? { response.headers["location"] }

  /// A form that leads to a path.
  struct Form {
    let action: String
    var fields: [String: String]
  }

  /// Every form with its hidden fields, in the order of the page.
  var forms: [Form] {
    html.components(between: "<form ", and: "</form>").map { text in
      var fields: [String: String] = [:]
      for input in text.components(between: "<input ", and: ">") where input.contains("type=\"hidden\"") {
        if let name = attribute("name", of: input) { fields[name] = attribute("value", of: input) ?? "" }
      }
      return Form(action: attribute("action", of: text) ?? "", fields: fields)
    }
  }

  /// The words of every button inside `<main>`, in order.
  var buttons: [String] {
    html.components(between: "<button ", and: "</button>").map { text in
      ("<button " + text).replacing("<", with: "\n<").split(separator: "\n").map { part in
        part.hasPrefix("<") ? String(part.drop { $0 != ">" }.dropFirst()) : ""
      }.joined()
    }
  }

  /// The query of the address that the page redirects to.
  var locationQuery: FormFields {
    guard let location, let mark = location.firstIndex(of: "?") else { return [:] }
    return FormFields(parsing: location[location.index(after: mark)...]) ?? [:]
  }

  func attribute(_ name: String, of tag: String) -> String? {
    tag.components(between: name + "=\"", and: "\"").first.map { value in
      value.replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
  }
}

extension String {
  /// What stands between two marks, each time they occur.
  func components(between start: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let open = rest.firstRange(of: start) {
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    return found
  }
}
