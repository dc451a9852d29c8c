import _Markup

/// The small drawings of the pages; all of them are ours (R41).
enum Mark {
  /// Stands in for Apple's logo until the operator places Apple's own file: a person in a circle.
  static let person: HTML = """
    <svg class="glyph" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">\
    <path fill="currentColor" fill-rule="evenodd" d="M10 1a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 4.2a2.9 2.9 0 \
    1 1 0 5.8 2.9 2.9 0 0 1 0-5.8zM4.9 14.6a6.2 6.2 0 0 1 10.2 0A6.9 6.9 0 0 1 10 16.9a6.9 6.9 0 0 1-5.1-2.3z"/>\
    </svg>
    """

  /// A shield before a relay address.
  static let shield: HTML = """
    <svg class="glyph" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" focusable="false">\
    <path fill="currentColor" fill-rule="evenodd" d="M10 1.2 3 3.9v5.3c0 4.4 2.9 8 7 9.6 4.1-1.6 7-5.2 \
    7-9.6V3.9zm3.9 6.3-4.7 5-2.9-2.8 1.1-1.2 1.8 1.8 3.6-3.9z"/></svg>
    """

  /// An arrow that leads back; mirrored by the style sheet where lines begin on the right.
  static let back: HTML = """
    <svg class="glyph mirrored" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" \
    focusable="false"><path fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" \
    stroke-linejoin="round" d="m12.5 4-6 6 6 6"/></svg>
    """

  /// The first letter of the service's name on a tile.
  static func tile(_ name: String) -> HTML {
    "<div class=\"tile\" aria-hidden=\"true\">\(name.first.map { String($0).uppercased() } ?? "")</div>"
  }
}
