/// What a `User-Agent` says of browser and system, in words that a person knows; both are names.
struct DeviceName: Sendable, Hashable {
  let text: String

  /// In the order in which they must be looked for: browsers also name those that they descend from.
  private static let browsers = [
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
  ]
  private static let systems = [
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("AppleTV", "Apple TV"), ("Macintosh", "Mac"),
    ("Windows", "Windows"), ("CrOS", "ChromeOS"), ("Android", "Android"), ("Linux", "Linux"),
  ]

  /// nil when nothing known is named.
  init?(userAgent: String) {
    let names = [Self.browsers, Self.systems].compactMap { list in
      list.first { userAgent.contains($0.0) }?.1
    }
    guard !names.isEmpty else { return nil }
    text = names.joined(separator: " · ")
  }
}
