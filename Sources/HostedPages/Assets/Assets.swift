import BramleyCrypto
import BramleyHTTP

/// The files that pages load; all of them are part of the program.
enum Assets {
  /// The style sheet's path; it changes with the content, so that browsers may keep it for good.
  static let styleSheetPath = "/assets/bramley.css?v=" + version(PackageResources.bramley_css)

  /// The path of Apple's logo as the operator placed it.
  static let appleLogoPath = "/assets/apple-logo"

  private static func version(_ bytes: [UInt8]) -> String { String(SHA256.digest(bytes).hex.prefix(12)) }

  /// The style sheet.
  static func styleSheet() -> HTTPResponse { file(PackageResources.bramley_css, "text/css; charset=utf-8") }

  /// A script of ours.
  ///
  /// - Parameter isForEverybody: Whether pages of other origins may load it.
  static func script(_ bytes: [UInt8], isForEverybody: Bool = false) -> HTTPResponse {
    var response = file(bytes, "text/javascript; charset=utf-8", maxAge: 300)
    if isForEverybody { response.headers["cross-origin-resource-policy"] = "cross-origin" }
    return response
  }

  /// A file that may be kept; nothing in it runs, also when somebody opens it by itself.
  static func file(_ bytes: [UInt8], _ contentType: String, maxAge: Int = 31_536_000) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        ("content-type", contentType), ("cache-control", "public, max-age=\(maxAge)"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox"),
      ].reduce(into: HTTPFields()) { $0.add($1.0, $1.1) }, body: bytes)
  }
}
