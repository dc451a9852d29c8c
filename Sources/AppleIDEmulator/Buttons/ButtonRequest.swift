import BramleyHTTP
import Phrases

/// What a button image is asked to look like; anything outside Apple's limits is refused.
///
/// - Standard: Apple, the pages of the three button image endpoints.
struct ButtonRequest: Sendable {
  /// Where logo and title stand.
  enum Layout: Sendable { case center, left, logo }

  /// How large the logo is in the left-aligned layout.
  enum LogoSize: String, Sendable { case small, medium, large }

  let layout: Layout
  let width: Int
  let height: Int
  let isWhite: Bool
  let hasBorder: Bool
  let radius: Int
  let scale: Int
  let title: AppleTitle
  let isRightToLeft: Bool
  let logoSize: LogoSize
  let logoPosition: Int
  let labelPosition: Int

  /// Reads a query; nil when a parameter is not one that Apple takes.
  init?(query: String, layout: Layout) {
    guard let fields = FormFields(parsing: query), !fields.hasRepeatedName else { return nil }
    func number(_ name: String, _ range: ClosedRange<Int>, _ fallback: Int) -> Int? {
      guard let text = fields[name] else { return fallback }
      return Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
    func choice(_ name: String, _ values: [String]) -> String? {
      guard let text = fields[name] else { return values[0] }
      return values.contains(text) ? text : nil
    }
    let locale = fields["locale"] ?? "en_US"
    guard let color = choice("color", ["black", "white"]), let border = choice("border", ["false", "true"]),
      let radius = number("border_radius", 0...50, 15), let scale = number("scale", 1...6, 1),
      let kind = AppleTitle.Kind(rawValue: fields["type"] ?? "sign-in"), kind != .signUp,
      let logoSize = LogoSize(rawValue: fields["logo-size"] ?? "small"), ButtonLocale.isOffered(locale),
      let height = layout == .logo ? number("size", 30...64, 30) : number("height", 30...64, 30),
      let width = layout == .logo ? height : number("width", 130...375, 140),
      let logoPosition = number("logo-position", 0...min(182, width / 2), 0),
      let labelPosition = number("label-position", 0...min(182, width / 2), 0)
    else { return nil }
    self.layout = layout
    self.width = width
    self.height = height
    isWhite = color == "white"
    hasBorder = border == "true"
    self.radius = radius
    self.scale = scale
    title = AppleTitle(kind, locale: locale)
    isRightToLeft = ["ar", "he", "fa"].contains(title.languageTag)
    self.logoSize = logoSize
    self.logoPosition = logoPosition
    self.labelPosition = labelPosition
  }
}
