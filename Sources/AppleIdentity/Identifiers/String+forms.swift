extension String {
  /// Whether the text is ten capital letters and digits, as Apple's team and key ids are.
  var hasFormOfTen: Bool {
    utf8.count == 10
      && utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }

  /// The text as it may stand in a log: at most 120 characters, without control characters.
  var forLog: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.lazy.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.prefix(120)))
  }
}
