import Phrases
import _Markup

/// Draws a button as SVG: title in the system font, a neutral mark where Apple's logo would stand (R41).
struct ButtonDrawing {
  let request: ButtonRequest

  /// The image.
  func svg() -> String {
    let ink = request.isWhite ? "#000" : "#fff"
    let ground = request.isWhite ? "#fff" : "#000"
    let stroke = request.hasBorder ? " stroke=\"\(ink)\"" : ""
    let inset = request.hasBorder ? 0.5 : 0
    let radius = min(Double(request.radius), Double(min(request.width, request.height)) / 2)
    let label = HTML.escape(request.title.text)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(request.width * request.scale)" \
      height="\(request.height * request.scale)" viewBox="0 0 \(request.width) \(request.height)" role="img" \
      aria-label="\(label)"><title>\(label)</title>\
      <rect x="\(inset)" y="\(inset)" width="\(Double(request.width) - 2 * inset)" \
      height="\(Double(request.height) - 2 * inset)" rx="\(radius)" fill="\(ground)"\(stroke)/>\
      \(content(ink: ink, label: label))</svg>
      """
  }

  private func content(ink: String, label: String) -> String {
    let height = Double(request.height)
    guard request.layout != .logo else {
      return mark(x: height * 0.28, side: height * 0.44, ink: ink)
    }
    let width = Double(request.width)
    let side = markSide(height)
    // The title is 43 % of the height high, and smaller when it would not fit; 8 % of the width stay free.
    let room = width * 0.84 - side * 1.4
    let natural = estimatedWidth(of: request.title.text)
    let size = min(height * 0.43, room / max(natural, 1))
    let length = natural * size
    var markX: Double
    var textX: Double
    switch request.layout {
    case .left:
      markX = request.logoPosition > 0 ? Double(request.logoPosition) : width * 0.08
      textX = request.labelPosition > 0 ? Double(request.labelPosition) : markX + side * 1.4
    default:
      markX = (width - side * 1.4 - length) / 2
      textX = markX + side * 1.4
    }
    if request.isRightToLeft {
      markX = width - markX - side
      textX = width - textX
    }
    let direction = request.isRightToLeft ? " direction=\"rtl\"" : ""
    return mark(x: markX, side: side, ink: ink)
      + """
      <text x="\(rounded(textX))" y="\(rounded(height / 2))" dominant-baseline="central"\(direction) \
      font-family="-apple-system,system-ui,'Helvetica Neue','Noto Sans',Arial,sans-serif" font-weight="500" \
      font-size="\(rounded(size))" fill="\(ink)">\(label)</text>
      """
  }

  private func markSide(_ height: Double) -> Double {
    guard request.layout == .left else { return height * 0.43 }
    return switch request.logoSize {
    case .small: height * 0.4
    case .medium: height * 0.5
    case .large: height * 0.6
    }
  }

  private func mark(x: Double, side: Double, ink: String) -> String {
    let top = (Double(request.height) - side) / 2
    let scale = side / 24
    return """
      <path transform="translate(\(rounded(x)) \(rounded(top))) scale(\(rounded(scale)))" fill="\(ink)" \
      fill-rule="evenodd" d="M22 7.5a7.5 7.5 0 1 0-9.2 7.3L4 23.6V24h5v-3h3v-3.2l2.6-2.6A7.5 7.5 0 0 0 22 \
      7.5zM18.6 6a2 2 0 1 1-4 0 2 2 0 0 1 4 0z"/>
      """
  }

  /// The width in units of the font size, roughly: wide scripts take a full unit a character.
  private func estimatedWidth(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2e80 ? 1 : $1.value == 0x20 ? 0.28 : 0.56) }
  }

  private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
