extension String {
  /// The text cut to so many characters, and to four bytes for each.
  ///
  /// One character may be any number of bytes: marks can be stacked on it without end.
  func cut(to count: Int) -> String {
    // Most are short enough by their bytes already, and counting characters is slow.
    guard utf8.count > count else { return self }
    var (kept, bytes) = (String.UnicodeScalarView(), 0)
    for scalar in prefix(count).unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= count * 4 else { break }
      kept.append(scalar)
    }
    return String(kept)
  }
}
