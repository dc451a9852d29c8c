import BramleyHTTP

/// The three button image endpoints: PNG like Apple's, SVG for whoever asks for it.
struct ButtonEndpoint: Sendable {
  let rasterizer = Rasterizer()

  /// Answers a request.
  func respond(to request: HTTPRequest, layout: ButtonRequest.Layout) async throws -> Answer {
    guard let button = ButtonRequest(query: request.query, layout: layout) else {
      throw Refusal.control(404, .notFound, "A parameter is outside the limits of the button image.")
    }
    let svg = ButtonDrawing(request: button).svg()
    guard wantsPNG(request) else {
      return Answer(image(Array(svg.utf8), type: "image/svg+xml"))
    }
    guard let png = await rasterizer.png(fromSVG: svg) else {
      throw Refusal.control(
        501, .notOffered, "PNG needs rsvg-convert (package librsvg2-bin); ask for SVG with format=svg.")
    }
    return Answer(image(png, type: "image/png"))
  }

  private func wantsPNG(_ request: HTTPRequest) -> Bool {
    switch FormFields(parsing: request.query)?["format"] {
    case "svg": false
    case "png": true
    default: request.headers["accept"]?.contains("image/svg+xml") != true
    }
  }

  private func image(_ bytes: [UInt8], type: String) -> HTTPResponse {
    HTTPResponse(
      status: 200,
      headers: [
        "content-type": type, "cache-control": "max-age=3600", "vary": "accept",
        "x-content-type-options": "nosniff", "cross-origin-resource-policy": "cross-origin",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      ], body: bytes)
  }
}
